import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { guides } from './web/guides.ts';
import { pdfParts } from './web/pdf-parts.ts';

/** Compresses every text asset once at build time, so that the server never does it per request. */
const brotli = (): Plugin => {
	let dir = '';
	return {
		name: 'brotli',
		apply: 'build',
		configResolved: (config) => {
			dir = resolve(config.root, config.build.outDir);
		},
		writeBundle() {
			for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
				const file = join(dir, name);
				// index.html is filled in per request: it carries the nonce and the product's name.
				if (name === 'index.html' || !/\.(m?js|css|svg|json)$/.test(name)) continue;
				if (statSync(file).size < 1024) continue;
				const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
				writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
			}
		},
	};
};

/** What the server writes into the page when it serves it, for the development server. */
const pageAsServed = (): Plugin => ({
	name: 'page-as-served',
	apply: 'serve',
	transformIndexHtml: (html) =>
		html.replaceAll('__PRODUCT_NAME__', process.env.PRODUCT_NAME || 'Ufundi'),
});

export default defineConfig({
	root: 'web',
	html: { cspNonce: '__CSP_NONCE__' },
	// react-pdf brings a pdf.js of its own, which must be the version of the worker.
	resolve: { dedupe: ['pdfjs-dist'] },
	plugins: [
		// Its paths are relative to `root`; it has to come before react().
		tanstackRouter({
			target: 'react',
			autoCodeSplitting: true,
			routesDirectory: './src/routes',
			generatedRouteTree: './src/routeTree.gen.ts',
			addExtensions: true,
		}),
		react(),
		pdfParts(),
		guides(),
		pageAsServed(),
		brotli(),
	],
	// Shorter than a hash and a line for each class, and what they are called is told in the browser's tools.
	css: {
		modules: {
			generateScopedName: (name, file) => `${basename(file).split('.')[0]}_${name}`,
		},
	},
	build: {
		outDir: 'dist',
		emptyOutDir: true,
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		// The test of the first load reads which files a screen needs.
		manifest: true,
		// One small style sheet for all screens instead of a request for each.
		cssCodeSplit: false,
		rolldownOptions: {
			output: {
				// The names of the pairs list all screens that have them.
				chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
				// Few files: each request costs a round trip on a slow line.
				codeSplitting: {
					groups: [
						{ name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 4 },
						{ name: 'entry', tags: ['$initial'], priority: 3 },
						// Screens that share the rest need it only while a person signs in or confirms.
						{ name: 'passkeys', test: /api\/passkeys\.ts/, priority: 2.5 },
						{ name: 'shared', minShareCount: 5, priority: 2 },
						{
							name: 'pairs',
							minShareCount: 2,
							priority: 1,
							entriesAware: true,
							entriesAwareMergeThreshold: 2_000,
						},
					],
				},
			},
		},
	},
});
