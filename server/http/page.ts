import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { pages } from '#shared/contract/account.ts';
import type { Api } from './api.ts';
import { routesOfPlugin } from './guard.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) =>
	text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const policy = (nonce: string, secure: boolean) =>
	[
		"default-src 'self'",
		"script-src 'self'",
		`style-src 'self' 'nonce-${nonce}'`,
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		"worker-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		...(secure ? ['upgrade-insecure-requests'] : []),
	].join('; ');

const workerPolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

/** What the page needs to know of the site it stands on. */
export interface PageOptions {
	/** The folder of the built console. */
	dist: string;
	productName: string;
	/** Whether people reach the site by https. */
	secure: boolean;
}

/**
 * Serves the console: its assets for ever, and its one page at every address that it has, with the
 * product's name and a fresh style nonce written in.
 */
export const pageRoutes = async (app: Api, { dist, productName, secure }: PageOptions) => {
	const file = join(dist, 'index.html');
	if (!existsSync(file)) return;
	const html = readFileSync(file, 'utf8').replaceAll('__PRODUCT_NAME__', escapeHtml(productName));

	const page = (_request: unknown, reply: FastifyReply) => {
		const nonce = randomBytes(16).toString('base64');
		return reply
			.type('text/html; charset=utf-8')
			.header('cache-control', 'no-cache')
			.header('content-security-policy', policy(nonce, secure))
			.send(html.replaceAll('__CSP_NONCE__', nonce));
	};
	const open = { schema: { hide: true } };
	app.get('/', open, (_request, reply) => reply.redirect('/admin'));
	app.get('/admin', open, page);
	app.get('/admin/*', open, page);
	for (const address of Object.values(pages)) app.get(address, open, page);

	await app.register(async (scope) => {
		routesOfPlugin(scope, 'public');
		await scope.register(fastifyStatic, {
			root: dist,
			index: false,
			wildcard: false,
			globIgnore: ['index.html', '**/*.br'],
			preCompressed: true,
			setHeaders: (reply, path) => {
				const hashed = path.startsWith(join(dist, 'assets'));
				reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
				// A worker goes by the policy of its own file. The preview's may load its decoders from here.
				if (hashed) reply.header('content-security-policy', workerPolicy);
			},
		});
	});
};
