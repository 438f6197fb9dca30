import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
	DeleteObjectCommand,
	GetObjectCommand,
	HeadBucketCommand,
	HeadObjectCommand,
	ListObjectsV2Command,
	PutObjectCommand,
	S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AppError } from '../errors.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { deleteStaleUploads, openStaging, type StagedOnDisk, writeStaged } from './staging.ts';
import type { FileStore } from './store.ts';

/** Runs a call that is aborted after `ms` unless it has resolved. A stream that it resolved to continues. */
const withTimeLimit = async <T>(ms: number, call: (signal: AbortSignal) => Promise<T>) => {
	const ending = new AbortController();
	const timer = setTimeout(() => ending.abort(), ms);
	try {
		return await call(ending.signal);
	} finally {
		clearTimeout(timer);
	}
};

/** Returns the status of the store's answer; undefined without an answer. */
const getStatus = (error: unknown) =>
	(error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;

/** Converts a failure of the store: `files_unavailable`, or `files_failed` for a refused read. */
const storeFailure = (cause: unknown, reading?: 'read') => {
	const status = getStatus(cause) ?? 0;
	const refused = status >= 400 && status < 500 && status !== 408 && status !== 429;
	return reading && refused
		? new AppError('files_failed', undefined, { cause })
		: new AppError('files_unavailable', undefined, { cause, headers: { 'retry-after': '5' } });
};

/** Returns one sentence if the store refuses us permanently as configured; undefined if it may work later. */
const describeRefusal = (error: unknown, bucket: string) => {
	if ((error as Error).name === 'CredentialsProviderError')
		return 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, and this machine has no role';
	const status = getStatus(error) ?? 0;
	if (status === 404) return `there is no bucket ${bucket}`;
	if (status === 301) return `the bucket ${bucket} is in another region`;
	if (status === 400 || status === 401 || status === 403)
		return `the store refuses access to the bucket ${bucket}`;
	return undefined;
};

/** Minimum speed of uploads: a slower store counts as failed. */
const SLOWEST_BYTES_PER_MS = 1024;
const LINK_SECONDS = 300;
/** Each download through the server keeps a connection until its reader is done. */
const MAX_SOCKETS = 1_000;

const createClient = ({ endpoint, region, credentials }: BucketSettings) =>
	new S3Client({
		region,
		...(credentials && { credentials }),
		// Stores other than Amazon's rarely have a host name for each bucket.
		...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
		// Uploads include the SHA-256 of the content; some stores do not support other checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		requestHandler: {
			connectionTimeout: 3_000,
			httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
			httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
		},
	});

/**
 * Opens a store in an S3 bucket: contents at `<prefix>ab/cd/<sha256>`, as on a disk. Fails if the bucket refuses us.
 */
export const openBucketStore = async (
	settings: BucketSettings,
	staging: string,
	complain: (error: Error) => void = () => {},
): Promise<FileStore> => {
	const { bucket: Bucket, prefix, answerMs } = settings;
	const client = createClient(settings);
	const locate = (sha256: string) => ({
		Bucket,
		Key: `${prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`,
	});
	await openStaging(staging);
	const send = ((command: HeadBucketCommand) =>
		withTimeLimit(answerMs, (abortSignal) =>
			client.send(command, { abortSignal }),
		)) as S3Client['send'];
	const ask = () => send(new HeadBucketCommand({ Bucket }));
	await ask().catch((error) => {
		const refusal = describeRefusal(error, Bucket);
		if (refusal !== undefined) throw new Error(refusal, { cause: error });
		complain(error);
	});

	const sizeOf = async (sha256: string) => {
		try {
			return (await send(new HeadObjectCommand(locate(sha256)))).ContentLength;
		} catch (error) {
			if (getStatus(error) === 404) return undefined;
			throw storeFailure(error);
		}
	};

	const put = async ({ path, sha256, size }: StagedOnDisk) => {
		const content = createReadStream(path);
		// Without a listener, a missing file would end the process.
		const unreadable = new AbortController();
		content.on('error', () => unreadable.abort());
		const command = new PutObjectCommand({
			...locate(sha256),
			Body: content,
			ContentLength: size,
			ContentType: 'application/octet-stream',
			ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
		});
		// Signs the hash of the content, so that a store without checksums still refuses other bytes.
		command.middlewareStack.add(
			(next) => (args) => {
				const { headers } = args.request as { headers: Record<string, string> };
				headers['x-amz-content-sha256'] = sha256;
				return next(args);
			},
			{ step: 'build', name: 'contentHash' },
		);
		try {
			await withTimeLimit(answerMs + size / SLOWEST_BYTES_PER_MS, (abortSignal) =>
				client.send(command, { abortSignal: AbortSignal.any([abortSignal, unreadable.signal]) }),
			);
		} catch (error) {
			throw storeFailure(error);
		} finally {
			content.destroy();
		}
	};

	/** Uploads a content, unless the store has one of this name and size. */
	const place = async (staged: StagedOnDisk) => {
		if ((await sizeOf(staged.sha256)) !== staged.size) await put(staged);
	};

	return {
		receive: async (content, maxBytes) => {
			const staged = await writeStaged(staging, content, maxBytes);
			return { ...staged, place: () => place(staged) };
		},

		open: async (sha256, range) => {
			try {
				const { Body, ContentLength } = await send(
					new GetObjectCommand({
						...locate(sha256),
						...(range && { Range: `bytes=${range.start}-${range.end}` }),
					}),
				);
				const body = Body as Readable;
				if (!range || ContentLength === range.end - range.start + 1) return body;
				body.destroy();
				throw new Error(`The store sent ${ContentLength} bytes where a range was asked for`);
			} catch (error) {
				if ((error as Error).name === 'NoSuchKey') return undefined;
				throw storeFailure(error, 'read');
			}
		},

		has: async (sha256) => (await sizeOf(sha256)) !== undefined,

		remove: async (sha256) => {
			try {
				await send(new DeleteObjectCommand(locate(sha256)));
			} catch (error) {
				throw storeFailure(error);
			}
		},

		async *list() {
			let from: string | undefined;
			do {
				const page = await send(
					new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: from }),
				).catch((error) => {
					throw storeFailure(error);
				});
				for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
					const [, sha256] =
						/^[0-9a-f]{2}\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(Key.slice(prefix.length)) ?? [];
					if (sha256 !== undefined)
						yield { sha256, size: Size, storedAt: LastModified ?? new Date() };
				}
				from = page.NextContinuationToken;
			} while (from !== undefined);
		},

		...(settings.signedLinks && {
			signedLink: (sha256, { type, disposition, shared }) =>
				getSignedUrl(
					client,
					new GetObjectCommand({
						...locate(sha256),
						ResponseContentType: type,
						ResponseContentDisposition: disposition,
						ResponseCacheControl: shared?.caching ?? 'private, no-store',
					}),
					shared
						? { signingDate: shared.from, expiresIn: shared.seconds }
						: { expiresIn: LINK_SECONDS },
				),
		}),

		state: () =>
			ask().then(
				() => 'ok',
				() => 'unreachable',
			),

		tidy: () => deleteStaleUploads(staging),
	};
};
