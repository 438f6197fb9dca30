import helmet from '@fastify/helmet';
import type { Api } from './api.ts';

/** Sets the security headers of every answer. The page and the files set their own content policies. */
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
