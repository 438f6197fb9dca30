import type { IncomingMessage } from 'node:http';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Api } from './api.ts';

const FIELD = 'file';
const MAX_FIELDS = 5;
const MAX_FIELD_BYTES = 1024;
const MAX_HEADERS = 50;
const MAX_OVERHEAD = 64 * 1024;
/** Pause between two discarded chunks of at most 64 KiB: some 50 MB a second, faster than network connections. */
const REST_MS = 1;

const refuseForm = (message: string) => new AppError('bad_request', message);

/** Yields the bytes of a request. A connection that closes early is the client's failure (400). */
export async function* readBytes(request: IncomingMessage) {
	// Reading must not destroy the request, so that a refusal can still be sent.
	try {
		yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
	} catch (cause) {
		throw new AppError('bad_request', 'The upload was interrupted.', { cause });
	}
}

/** A file in an upload. Read its content to the end, which is the end of the request. */
export interface IncomingFile {
	name: string;
	content: AsyncIterable<Buffer>;
	/** The expected hash, if the client sent one. */
	sha256?: string | null;
}

const reasons: Readonly<Record<string, string>> = {
	FST_FILES_LIMIT: 'Please upload one file at a time.',
	FST_FIELDS_LIMIT: 'The upload has too many fields.',
};

const toRefusal = (cause: unknown) => {
	if (cause instanceof AppError) return cause;
	const { code = '' } = cause as { code?: string };
	const message = reasons[code] ?? 'The upload was interrupted, or is not a valid form.';
	return new AppError('bad_request', message, { cause });
};

type Parts = AsyncIterator<Multipart>;

const findNextFile = async (parts: Parts) => {
	for (let next = await parts.next(); !next.done; next = await parts.next()) {
		if (next.value.type === 'file') return next.value;
		if (next.value.valueTruncated) throw refuseForm('A field of the upload is too long.');
	}
	return undefined;
};

async function* readContent(file: MultipartFile, parts: Parts): AsyncGenerator<Buffer> {
	try {
		yield* file.file as AsyncIterable<Buffer>;
		if (await findNextFile(parts)) throw refuseForm('Please upload one file at a time.');
	} catch (error) {
		throw toRefusal(error);
	}
}

/** Finds the file in the form field 'file'. Its content yields at most `maxBytes` + 1 bytes. */
export const findIncomingFile = async (
	request: FastifyRequest,
	maxBytes: number,
): Promise<IncomingFile> => {
	if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_OVERHEAD)
		throw new AppError('too_large');
	if (!request.isMultipart()) throw new AppError('unsupported_type');
	const parts = request.parts({
		isPartAFile: (_field, _type, filename) => filename !== undefined,
		limits: {
			files: 1,
			fileSize: maxBytes + 1,
			fields: MAX_FIELDS,
			fieldSize: MAX_FIELD_BYTES,
			headerPairs: MAX_HEADERS,
		},
	});
	const file = await findNextFile(parts).catch((error: unknown) => {
		throw toRefusal(error);
	});
	if (!file) throw refuseForm('No file was sent.');
	if (file.fieldname !== FIELD) throw refuseForm(`The file must be sent in the field "${FIELD}".`);
	if (!file.filename) throw refuseForm('Please choose a file.');
	// Browsers escape these three characters in file names (HTML, multipart/form-data encoding).
	const name = file.filename.replace(/%(?:22|0A|0D)/g, decodeURIComponent);
	return { name, content: readContent(file, parts) };
};

/** Registers routes that read an uploaded form with {@link findIncomingFile}. */
export const addFormRoutes = (api: Api, routes: (scope: Api) => void) =>
	addStreamRoutes(api, (scope) => scope.register(multipart, { throwFileSizeLimit: false }), routes);

/** Registers routes that read the raw bytes of a body of this content type. */
export const addByteRoutes = (api: Api, type: string, routes: (scope: Api) => void) =>
	addStreamRoutes(
		api,
		(scope) => scope.addContentTypeParser(type, (_request, _payload, done) => done(null)),
		routes,
	);

/** Registers routes that read their body as a stream of one content type, and drain the rest of a refused body. */
const addStreamRoutes = (
	api: Api,
	addParser: (scope: Api) => unknown,
	routes: (scope: Api) => void,
) =>
	api.register(async (scope: Api) => {
		scope.removeAllContentTypeParsers();
		await addParser(scope);
		scope.setValidatorCompiler(() => (value: unknown) => ({ value }));
		scope.addHook('onRoute', (route) => {
			const { handler } = route;
			route.handler = async function (request, reply) {
				try {
					return await handler.call(this, request, reply);
				} finally {
					drain(request.raw);
				}
			};
		});
		routes(scope);
	});

/** Reads and drops the rest of a refused upload, with pauses that limit CPU and memory. */
const drain = (request: IncomingMessage) => {
	if (request.readableEnded || request.destroyed) return;
	// The previous reader has stopped, and would otherwise keep the stream paused.
	request.unpipe();
	request.removeAllListeners('readable');
	request.on('data', () => {
		request.pause();
		setTimeout(() => request.resume(), REST_MS);
	});
};
