import helmet from '@fastify/helmet';
import type { Api } from './api.ts';

/** Headers of every answer, failures included; the page and the files bring policies of their own. */
export const securityHeaders = async (app: Api, secure: boolean) => {
	await app.register(helmet, {
		contentSecurityPolicy: {
			useDefaults: false,
			directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
		},
		strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
		referrerPolicy: { policy: 'no-referrer' },
		crossOriginOpenerPolicy: { policy: 'same-origin' },
		crossOriginResourcePolicy: { policy: 'same-origin' },
		xFrameOptions: { action: 'deny' },
	});
	app.addHook('onRequest', (_request, reply, done) => {
		reply.header(
			'permissions-policy',
			'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
		);
		done();
	});
};
