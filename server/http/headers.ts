import helmet from '@fastify/helmet';
import type { Api } from './api.ts';

/** Headers that only an answer that becomes a document needs (ASVS 5.0, 3.4.4 and 3.4.8). */
const OF_DOCUMENTS = [
	'content-security-policy',
	'cross-origin-opener-policy',
	'permissions-policy',
	'x-frame-options',
];

/** Removes the headers of documents from a script or a style sheet. */
export const isNoDocument = ({ raw }: { raw: { removeHeader: (name: string) => void } }) => {
	for (const name of OF_DOCUMENTS) raw.removeHeader(name);
};

/**
 * Sets the security headers of every answer, also of failures, at their strictest: no other site
 * frames, opens or reads an answer. The page and the files set policies of their own.
 */
export const securityHeaders = async (app: Api, secure: boolean) => {
	await app.register(helmet, {
		contentSecurityPolicy: {
			useDefaults: false,
			directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
		},
		strictTransportSecurity: secure && { maxAge: 63_072_000, includeSubDomains: true },
		xFrameOptions: { action: 'deny' },
		// Read by Internet Explorer and Flash only, or the default of browsers.
		originAgentCluster: false,
		xDnsPrefetchControl: false,
		xDownloadOptions: false,
		xPermittedCrossDomainPolicies: false,
		xXssProtection: false,
	});
	app.addHook('onRequest', (_request, { raw }, done) => {
		raw.setHeader(
			'permissions-policy',
			'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
		);
		done();
	});
};
