import type { FastifyReply, FastifyRequest } from 'fastify';

/** Puts the version of a row, or the tag of a list, on an answer. */
export const setVersion = (reply: FastifyReply, version: number | string) =>
	reply.header('etag', `"${version}"`);

/**
 * Reads `If-Match` as a test of versions and tags; undefined when the caller names none. A proxy that
 * compresses may have made our tag a weak one, so `W/` is overlooked (RFC 9110, 13.1.1, is stricter).
 */
export const ifMatch = (
	request: FastifyRequest,
): ((version: number | string) => boolean) | undefined => {
	const header = request.headers['if-match'];
	if (header === undefined || header.trim() === '*') return undefined;
	const tags = new Set(header.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
	return (version) => tags.has(`"${version}"`);
};
