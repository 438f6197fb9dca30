import { MIMEType } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** What PostgreSQL keeps in no text, and what nobody types. */
const NUL = '\0';

const isReadable = (query: string) => {
	// Anything but ASCII has to be encoded in an address; Node would read its bytes as other letters.
	if (!/^[\x21-\x7e]*$/.test(query)) return false;
	if (!query.includes('%')) return true;
	try {
		decodeURIComponent(query);
		return true;
	} catch {
		return false;
	}
};

/** A parameter of a media type, or null. */
export const parameterOf = (contentType: string, name: string) => {
	try {
		return new MIMEType(contentType).params.get(name);
	} catch {
		// What is no media type is refused as such by whoever was to read it.
		return null;
	}
};

/**
 * Refuses addresses that hold what is no text, and bodies in any encoding but UTF-8. An id with a NUL is
 * one that nothing has, as any other odd one is, and each route says so in its words.
 */
export const refuseUnreadableTexts = ({ url, params, headers }: FastifyRequest) => {
	const ids = params as Record<string, string>;
	for (const [name, id] of Object.entries(ids)) if (id.includes(NUL)) ids[name] = '\ufffd';
	const query = url.indexOf('?');
	if (query >= 0 && !isReadable(url.slice(query + 1)))
		throw new AppError('bad_request', 'The address has something in it that is no text.');
	const charset = headers['content-type'] && parameterOf(headers['content-type'], 'charset');
	if (charset && !/^utf-?8$/i.test(charset))
		throw new AppError('unsupported_type', 'Please send text as UTF-8.');
};

const holdsNul = (value: unknown): boolean => {
	if (typeof value === 'string') return value.includes(NUL);
	return value !== null && typeof value === 'object' && Object.values(value).some(holdsNul);
};

/** Refuses a NUL in what has passed its schema, which may have had a word of its own about it. */
export const refuseNul = ({ query, body }: FastifyRequest) => {
	// A delivery is kept as it came, whatever it is.
	for (const part of Buffer.isBuffer(body) ? [query] : [query, body])
		for (const [name, value] of Object.entries(part ?? {}))
			if (holdsNul(value)) {
				const label = name.replace(/^./, (first) => first.toUpperCase()).replaceAll('_', ' ');
				const message = `${label} contains a character that is not allowed`;
				throw new AppError('invalid', message, { fields: { [name]: message } });
			}
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body; throws `bad_request` for bytes that are no UTF-8. */
export const textOf = (body: Buffer) => {
	try {
		return utf8.decode(body);
	} catch {
		throw new AppError('bad_request', 'The request body is not UTF-8.');
	}
};
