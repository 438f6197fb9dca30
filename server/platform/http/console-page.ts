import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Api } from './api.ts';
import { sendFailure } from './failures.ts';
import { setPluginAccess } from './guard.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) =>
	text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const buildPolicy = (scripts: string, styles: string, secure: boolean) =>
	[
		"default-src 'none'",
		`script-src 'self'${scripts}`,
		`style-src 'self'${styles}`,
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		...(secure ? ['upgrade-insecure-requests'] : []),
	].join('; ');

/** Returns the content policy for a page without own scripts or styles. */
export const buildPagePolicy = (secure: boolean) => buildPolicy('', '', secure);

const workerPolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

const hashInlineScripts = (html: string) =>
	[...html.matchAll(/<script(?: nonce="[^"]*")?>([^<]+)<\/script>/g)]
		.map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
		.join('');

export interface PageOptions {
	dist: string;
	productName: string;
	secure: boolean;
}

/** Answers a request with the console's page. */
export type Page = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Returns a handler that serves the console's page, with the product's name and a new style nonce. Undefined without a
 * build.
 */
export const openPage = ({ dist, productName, secure }: PageOptions): Page | undefined => {
	const file = join(dist, 'index.html');
	if (!existsSync(file)) return undefined;
	const html = readFileSync(file, 'utf8').replaceAll('__PRODUCT_NAME__', escapeHtml(productName));
	const scripts = hashInlineScripts(html);

	return (_request, reply) => {
		const nonce = randomBytes(16).toString('base64');
		return reply
			.type('text/html; charset=utf-8')
			.header('cache-control', 'no-cache')
			.header('content-security-policy', buildPolicy(scripts, ` 'nonce-${nonce}'`, secure))
			.send(html.replaceAll('__CSP_NONCE__', nonce));
	};
};

const MANIFEST = 'manifest.webmanifest';

const addManifestRoute = (app: Api, dist: string, productName: string) => {
	const file = join(dist, MANIFEST);
	if (!existsSync(file)) return;
	const name = JSON.stringify(productName).slice(1, -1);
	const manifest = readFileSync(file, 'utf8').replaceAll('__PRODUCT_NAME__', () => name);
	app.get(`/${MANIFEST}`, { schema: { hide: true } }, (_request, reply) =>
		reply
			.type('application/manifest+json; charset=utf-8')
			.header('cache-control', 'no-cache')
			.send(manifest),
	);
};

/** Serves the console: its assets without expiry, and its page at all of its addresses. */
export const addPageRoutes = async (
	app: Api,
	{
		dist,
		productName,
		addresses,
	}: Pick<PageOptions, 'dist' | 'productName'> & { addresses: string[] },
	page: Page,
) => {
	addManifestRoute(app, dist, productName);
	const open = { schema: { hide: true } };
	app.get('/', open, (_request, reply) => reply.redirect('/admin'));
	for (const address of ['/admin', '/admin/*', ...addresses]) app.get(address, open, page);

	await app.register(async (scope) => {
		setPluginAccess(scope, 'public');
		await scope.register(fastifyStatic, {
			root: dist,
			index: false,
			wildcard: false,
			globIgnore: ['index.html', MANIFEST, '**/*.br'],
			preCompressed: true,
			// Names with a hash are immutable; other files are revalidated by `ETag`.
			lastModified: false,
			acceptRanges: false,
			setHeaders: (reply, path) => {
				const hashed = path.startsWith(join(dist, 'assets'));
				reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
				// The preview's worker loads its decoders from here.
				if (hashed && /[.-]worker[.-]/.test(path))
					reply.header('content-security-policy', workerPolicy);
			},
		});
	});
};

/**
 * Returns a regular expression for a route's address, with the router's rules: `:name` matches one segment, also an
 * empty one, and `*` matches the rest.
 */
const buildMatcher = (url: string) =>
	new RegExp(
		`^${url
			.replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
			.replace(/\*$/, '.*')
			.replace(/:\w+/g, '[^/]*')}$`,
	);

/** Returns whether a browser requests a page: it accepts HTML, and the path is not under /api, /files or /assets. */
const isPageRequest = ({ method, headers }: FastifyRequest, path: string) =>
	['GET', 'HEAD'].includes(method) &&
	headers.accept?.includes('text/html') === true &&
	!/^\/(api|files|assets)(\/|$)/.test(path);

/** Answers unknown addresses: 405 with `Allow`, 404, or the page for a browser. */
export const handleNotFound = (app: Api, page: Page | undefined) => {
	const methods = new Map<string, { test: RegExp; methods: Set<string> }>();
	app.addHook('onRoute', ({ url, method }) => {
		const known = methods.get(url) ?? { test: buildMatcher(url), methods: new Set<string>() };
		for (const name of [method].flat()) known.methods.add(name);
		methods.set(url, known);
	});
	app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
		const path = request.url.split('?', 1)[0] ?? '';
		const allowed = [...methods.values()].flatMap((route) =>
			route.test.test(path) ? [...route.methods] : [],
		);
		if (page && allowed.length === 0 && isPageRequest(request, path))
			return page(request, reply.code(404));
		const failure =
			allowed.length > 0
				? new AppError('method_not_allowed', undefined, {
						headers: { allow: [...new Set(allowed)].join(', ') },
					})
				: new AppError('not_found', 'Nothing exists at this address.');
		return sendFailure(request, reply, failure);
	});
};
