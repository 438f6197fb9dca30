import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileHints } from './web/compile-hints.ts';
import { firstFiles } from './web/first-files.ts';
import { mantineStyles } from './web/mantine-styles.ts';
import { modalAlone } from './web/modal-alone.ts';
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
		mantineStyles('web/src'),
		modalAlone(),
		pdfParts(),
		pageAsServed(),
		compileHints(),
		brotli(),
		firstFiles(),
	],
	build: {
		outDir: 'dist',
		emptyOutDir: true,
		assetsInlineLimit: 0,
		// One stylesheet: ours beside Mantine's is small, and screens do not flash.
		cssCodeSplit: false,
		modulePreload: { polyfill: false },
		rolldownOptions: {
			output: {
				codeSplitting: {
					// Few files, each fetched by the screens that need it: on a slow line every one costs a
					// round trip. A group takes what its modules need along, so the most basic come first.
					groups: [
						{ name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 9 },
						{ name: 'index', tags: ['$initial'], test: /(web[\\/]src|shared)[\\/]/, priority: 9 },
						// What most screens show, so that none takes a form or a menu along for a row of buttons.
						{
							name: 'basics',
							test: /components[\\/](ActionIcon|Group|Progress|SimpleGrid|Stack|Switch|CloseButton|Input|InputBase|TextInput|NativeSelect|VisuallyHidden|Portal|Overlay|FocusTrap|Transition|SegmentedControl|FloatingIndicator)|@mantine[\\/]hooks|query-core|tanstack[\\/](react-router|store)|tabler|src[\\/]api[\\/]|to-int|RadioIcon|CheckIcon|esm[\\/]core[\\/]|react-query|form-panel|form\.module|ui[\\/](copy-button|coming|badges|back-link|contents-words|dates|day|failure-text|file-size|form-skeleton|needs|row-switch|use-row-toggle|audit[\\/]history-button|cross-list[\\/]found|file-link|preview[\\/]preview-button|modal|on-demand|progress-line|delete-button|confirm-delete|menu|ask-first)\.|\w[\\/]addresses\.|shared[\\/](?!contract[\\/](transactions|audit|result-codes|statistics|system|keys|session)|receipts|phone)/,
							priority: 8.5,
							minShareCount: 2,
						},
						{
							name: 'payments',
							test: /shared[\\/](contract[\\/](transactions|result-codes|statistics)|receipts|phone)/,
							minShareCount: 2,
							priority: 8.4,
						},
						{
							name: 'dialogs',
							test: /components[\\/](Modal|ModalBase)|react-remove-scroll|ui[\\/]mantine-modal\./,
							priority: 7.5,
						},
						// What the sign-in needs beside them, so that it takes no dialog along.
						{
							name: 'inputs',
							test: /ui[\\/](plain-form|passwords)\.|api[\\/]codes|components[\\/](PasswordInput|Checkbox)/,
							priority: 8.2,
						},
						{
							name: 'settings',
							test: /ui[\\/](form-modal|shown-once)\./,
							priority: 5.5,
						},
						{ name: 'scrolling', test: /components[\\/]ScrollArea[\\/]/, priority: 8.1 },
						{
							name: 'floating',
							test: /@floating-ui|components[\\/](Popover|Combobox|Select|Menu|Tooltip|Pill)|ui[\\/]open-menu\./,
							priority: 8,
						},
						{
							name: 'subject-list',
							test: /features[\\/]subjects[\\/]subject(s-page|-card|-switches)\./,
							priority: 5.6,
						},
						{
							name: 'paper',
							test: /features[\\/]past-papers[\\/](paper-page|paper-form|subject-field)\./,
							priority: 5.6,
						},
						{ name: 'forms', test: /ui[\\/](form|fields)[\\/.](?!conflict)/, priority: 6 },
						{
							name: 'shared',
							test: /node_modules(?!.*table)|ui[\\/][^\\/]+$|src[\\/]api[\\/]|shared[\\/]/,
							minShareCount: 2,
							priority: 5,
						},
						{
							name: 'lists',
							test: /react-table|ui[\\/](table|list(?![\\/]one-of-many)|cross-list(?![\\/]found))[\\/]/,
							priority: 4,
						},
					],
				},
			},
		},
	},
});
