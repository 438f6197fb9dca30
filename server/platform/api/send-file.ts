import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FileExtension, fileTypes } from '#shared/contract/content/files.ts';
import { AppError } from '../errors.ts';
import type { ByteRange, FileStore } from '../files/store.ts';
import { parseTags } from '../http/etag.ts';

type Delivery = { status: 200 | 304 | 416 } | { status: 206; range: ByteRange };

/** Parses one byte range (RFC 9110, 14.1.2). Undefined for a range to ignore, null for one outside the content. */
const parseRange = (header: string, size: number): ByteRange | null | undefined => {
	const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
	if (first === '' && last === '') return undefined;
	const end = first === '' || last === '' ? size - 1 : Number(last);
	const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
	if (start >= size) return null;
	return end < start ? undefined : { start, end: Math.min(end, size - 1) };
};

/** Decides how to answer from the conditional headers of a request (RFC 9110, 13.2.2). */
export const decideDelivery = (
	method: string,
	headers: IncomingHttpHeaders,
	{ etag, size }: { etag: string; size: number },
): Delivery => {
	const known = headers['if-none-match'];
	if (known !== undefined && (known.trim() === '*' || parseTags(known).includes(etag)))
		return { status: 304 };
	const condition = headers['if-range'];
	if (method !== 'GET' || headers.range === undefined) return { status: 200 };
	if (typeof condition === 'string' && condition.trim() !== etag) return { status: 200 };
	const range = parseRange(headers.range, size);
	if (range === undefined) return { status: 200 };
	return range ? { status: 206, range } : { status: 416 };
};

/** A file to send: its content, and the name and type of the download. */
export interface SentFile {
	sha256: string;
	name: string;
	ext: FileExtension;
	size: number;
}

/** Returns the media type and the disposition of a file, which is always a download. */
export const linkHeaders = ({ name, ext }: SentFile) => ({
	type: fileTypes[ext],
	disposition: contentDisposition(name),
});

interface Sending {
	files: FileStore;
	headers: Record<string, string>;
	/** Returns an address to redirect a request for the content to. */
	redirect?: false | undefined | (() => Promise<string> | undefined);
}

const openContent = async (files: FileStore, { sha256 }: SentFile, range: ByteRange) => {
	const content = await files.open(sha256, range);
	if (content) return content;
	const cause = new Error(`The content ${sha256} is missing`);
	throw new AppError('files_failed', undefined, { cause });
};

/** Sends a file or the requested range of it. The `ETag` is the SHA-256. Fails with 416 for a range outside the file. */
export const sendFile = async (
	request: FastifyRequest,
	reply: FastifyReply,
	file: SentFile,
	{ files, headers, redirect }: Sending,
) => {
	const { size } = file;
	const etag = `"${file.sha256}"`;
	const delivery = decideDelivery(request.method, request.headers, { etag, size });
	if (delivery.status === 416)
		throw new AppError('range_not_satisfiable', undefined, {
			headers: { 'content-range': `bytes */${size}` },
		});
	const range = delivery.status === 206 ? delivery.range : { start: 0, end: size - 1 };
	const withContent = request.method === 'GET' && delivery.status !== 304;
	const elsewhere = withContent && redirect && (await redirect());
	if (elsewhere) return reply.header('cache-control', 'no-store').redirect(elsewhere, 302);
	// Opened before the first header, so that an error is not sent with the headers of the file.
	const content = withContent ? await openContent(files, file, range) : undefined;
	const { type, disposition } = linkHeaders(file);
	reply.code(delivery.status).headers({
		etag,
		'accept-ranges': 'bytes',
		'content-disposition': disposition,
		'content-security-policy': "sandbox; default-src 'none'",
		'x-content-type-options': 'nosniff',
		...headers,
	});
	if (delivery.status === 304) return reply.send();
	reply.type(type).header('content-length', range.end - range.start + 1);
	if (delivery.status === 206)
		reply.header('content-range', `bytes ${range.start}-${range.end}/${size}`);
	// Fastify keeps the length in an answer to HEAD only with a stream.
	return reply.send(content ?? Readable.from([]));
};
