import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import type { Api } from './api.ts';
import { type Part, partsOf } from './multipart.ts';
import { parameterOf } from './odd-texts.ts';

const FIELD = 'file';
const MAX_FIELDS = 5;
const MAX_FIELD_BYTES = 1024;
/** What a form may add to its file: boundaries, headers, fields. */
const MAX_OVERHEAD = 64 * 1024;
/** Between two chunks (64 KiB at most) of what nobody wants: some 50 MB a second, more than lines have. */
const REST_MS = 1;

const refused = (message: string) => new AppError('bad_request', message);

/** The request's bytes; a connection that breaks off is the sender's failure, not ours. */
export async function* bytesOf(request: IncomingMessage) {
	// The request must outlive its reading, so that a refusal can still be answered.
	try {
		yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
	} catch (cause) {
		throw new AppError('bad_request', 'The upload was interrupted.', { cause });
	}
}

/** A file as it comes in. Its content must be read to the end, which is the end of the request. */
export interface IncomingFile {
	name: string;
	content: AsyncIterable<Buffer>;
	/** The hash that it must come to, where that was announced. */
	sha256?: string | null;
}

/** What was passed over so far. */
interface Passed {
	fields: number;
}

/** The form's next file; fields on the way are passed over, as long as they are few and small. */
const nextFile = async (parts: AsyncIterator<Part>, passed: Passed) => {
	for (let next = await parts.next(); !next.done; next = await parts.next()) {
		const { filename, content } = next.value;
		if (filename !== undefined) return next.value;
		if (++passed.fields > MAX_FIELDS) throw refused('The upload has too many fields.');
		let size = 0;
		for await (const chunk of content) {
			size += chunk.length;
			if (size > MAX_FIELD_BYTES) throw refused('A field of the upload is too long.');
		}
	}
	return undefined;
};

async function* onlyContent(file: Part, parts: AsyncIterator<Part>, passed: Passed) {
	yield* file.content;
	if (await nextFile(parts, passed)) throw refused('Please upload one file at a time.');
}

/**
 * Finds the one file of a form that is arriving, in its field 'file', of so many bytes at most. Its content fails with
 * `bad_request` when anything is wrong with the rest of the form, so that a file whose content
 * could be read is all that was sent.
 */
export const incomingFile = async (
	request: IncomingMessage,
	maxBytes: number,
): Promise<IncomingFile> => {
	const { 'content-type': type, 'content-length': length = 0 } = request.headers;
	if (!type) throw new AppError('unsupported_type');
	if (Number(length) > maxBytes + MAX_OVERHEAD) throw new AppError('too_large');
	const parts = partsOf(bytesOf(request), parameterOf(type, 'boundary'));
	const passed: Passed = { fields: 0 };
	const file = await nextFile(parts, passed);
	if (!file) throw refused('No file was sent.');
	if (file.field !== FIELD) throw refused(`The file must be sent in the field "${FIELD}".`);
	if (!file.filename) throw refused('Please choose a file.');
	return { name: file.filename, content: onlyContent(file, parts, passed) };
};

/**
 * Routes that read what they are sent while it arrives, in a context of their own, which takes bodies of this type
 * alone. Their schemas describe what comes, and check nothing. What is left of it when they are done is passed over.
 */
export const asItArrives = (api: Api, type: string, routes: (scope: Api) => void) =>
	api.register(async (scope: Api) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser(type, (_request, _payload, done) => done(null));
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

/**
 * Reads and drops what is still coming of a refused upload, until it is cut (`http/body-time.ts`). It
 * rests between chunks, so that whoever sends as fast as this machine can read has neither its
 * processor nor its memory: V8 collects buffers by the 64 MB, and what comes in meanwhile is on top.
 */
const drain = (request: IncomingMessage) => {
	if (request.readableEnded || request.destroyed) return;
	// Whoever was reading has given up, but would still be asked before the bytes flow.
	request.removeAllListeners('readable');
	request.on('data', () => {
		request.pause();
		setTimeout(() => request.resume(), REST_MS);
	});
};
