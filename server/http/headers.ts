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
