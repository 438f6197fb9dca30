import type { Api } from './api.ts';

/**
 * What the OWASP Secure Headers Project has a server send (owasp.org/www-project-secure-headers), at
 * its strictest: an answer of the API is no page, and is framed, opened and read by no other site.
 */
const HEADERS = {
	'content-security-policy': "default-src 'none';frame-ancestors 'none'",
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'origin-agent-cluster': '?1',
	'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-dns-prefetch-control': 'off',
	'x-download-options': 'noopen',
	'x-frame-options': 'DENY',
	'x-permitted-cross-domain-policies': 'none',
	'x-xss-protection': '0',
};

/**
 * What only an answer that becomes a document is held to (ASVS 5.0, 3.4.4 and 3.4.8): on a script or a style sheet it is
 * 280 bytes that nothing reads, a dozen times for each first load.
 */
const OF_DOCUMENTS = [
	'cross-origin-opener-policy',
	'origin-agent-cluster',
	'permissions-policy',
	'x-dns-prefetch-control',
	'x-download-options',
	'x-frame-options',
	'x-permitted-cross-domain-policies',
	'x-xss-protection',
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
