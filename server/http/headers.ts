import type { Api } from './api.ts';

/**
 * What the OWASP Secure Headers Project has a server send (owasp.org/www-project-secure-headers), at
 * its strictest: an answer of the API is no page, and is framed, opened and read by no other site.
 * Without those that only Internet Explorer, Flash and the like ever read.
 */
const HEADERS = {
	'content-security-policy': "default-src 'none';frame-ancestors 'none'",
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
};

/**
 * What only an answer that becomes a document is held to (ASVS 5.0, 3.4.4 and 3.4.8): on a script or a style sheet it is
 * 200 bytes that nothing reads, a dozen times for each first load.
 */
const OF_DOCUMENTS = [
	'content-security-policy',
	'cross-origin-opener-policy',
	'permissions-policy',
	'x-frame-options',
];

/** Takes from an answer what is said of documents alone. */
export const isNoDocument = (reply: { removeHeader: (name: string) => unknown }) => {
	for (const name of OF_DOCUMENTS) reply.removeHeader(name);
};

/**
 * Headers of every answer, failures included; the page and the files bring policies of their own.
 * They are the same for all, so they are set as one: a library that makes each of them anew for each
 * request was a tenth of a read.
 */
export const securityHeaders = (app: Api, secure: boolean) => {
	const headers = secure
		? { ...HEADERS, 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
		: HEADERS;
	app.addHook('onRequest', (_request, reply, done) => {
		reply.headers(headers);
		done();
	});
};
