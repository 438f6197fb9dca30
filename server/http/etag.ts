import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the `ETag` of something without a version says: another text whenever it is not the same any more. */
export const tagOf = (something: unknown) =>
	createHash('sha256').update(JSON.stringify(something)).digest('base64url').slice(0, 22);

/** The tags that a header names, weak ones as strong. */
export const tagsIn = (header: string) =>
	header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** How a call is described that honours `If-Match`. */
export const GUARDED =
	'With `If-Match`, only the version named by that `ETag` is touched; any other is answered with 412.';

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
	const tags = tagsIn(header);
	return (version) => tags.includes(`"${version}"`);
};
