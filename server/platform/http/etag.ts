import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './api.ts';

/** Returns the `ETag` of a value that has no version (decision 0120). */
export const computeTag = (something: unknown) =>
	createHash('sha256').update(JSON.stringify(something)).digest('base64url').slice(0, 22);

/** Returns the tags of a header as the server sent them: proxies add `W/` or the encoding (`"1-gzip"`). */
export const parseTags = (header: string) =>
	header.split(',').map((tag) =>
		tag
			.trim()
			.replace(/^W\//, '')
			.replace(/-(gzip|br|zstd|deflate)"$/, '"'),
	);

/** Description of calls that honour `If-Match`. */
export const GUARDED =
	'With `If-Match`, only the version named by that `ETag` is touched; any other is answered with 412.';

/** Sets the `ETag` of an answer to the version of a row, or to the tag of a list. */
export const setVersion = (reply: FastifyReply, version: number | string) =>
	reply.header('etag', `"${version}"`);

/** Returns a test of versions from `If-Match`, or undefined without the header. Ignores `W/`, which proxies add. */
export const readIfMatch = (
	request: FastifyRequest,
): ((version: number | string) => boolean) | undefined => {
	const header = request.headers['if-match'];
	if (header === undefined || header.trim() === '*') return undefined;
	const tags = parseTags(header);
	return (version) => tags.includes(`"${version}"`);
};

/**
 * Answers 304 to a read whose `If-None-Match` has the tag of the answer. Tags of items count only with
 * `tagCoversAnswer`.
 */
export const answerNotModified = (api: Api) => {
	api.addHook('onSend', (request, reply, payload, done) => {
		const isRead = request.method === 'GET' || request.method === 'HEAD';
		if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string')
			return done(null, payload);
		const { tagCoversAnswer } = request.routeOptions.config;
		if (reply.hasHeader('etag') && !tagCoversAnswer) return done(null, payload);
		if (!reply.hasHeader('etag')) reply.header('etag', `"${computeTag(payload)}"`);
		const known = parseTags(request.headers['if-none-match'] ?? '');
		if (!known.includes(String(reply.getHeader('etag')))) return done(null, payload);
		reply.code(304).removeHeader('content-type').removeHeader('content-length');
		done(null, '');
	});
};
