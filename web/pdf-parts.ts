import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = resolve('node_modules/pdfjs-dist');

/**
 * What pdf.js fetches by name when a document needs it: decoders of scanned pages as plain scripts
 * (the policy lets nothing be compiled), and the fonts that documents may leave out.
 */
const parts = [
	...readdirSync(join(PACKAGE, 'standard_fonts'))
		.filter((name) => /\.(pfb|ttf)$/.test(name))
		.map((name) => ({ name, path: join(PACKAGE, 'standard_fonts', name) })),
	...['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'].map((name) => ({
		name,
		path: join(PACKAGE, 'wasm', name),
	})),
];

/** Puts them beside the other assets, below an address that names the version. */
export const pdfParts = (): Plugin => {
	const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
	const folder = `assets/pdf-parts-${version}`;
	return {
		name: 'pdf-parts',
		generateBundle() {
			for (const { name, path } of parts) {
				const source = readFileSync(path);
				this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
			}
		},
		configureServer: (server) => {
			for (const { name, path } of parts) {
				server.middlewares.use(`/${folder}/${name}`, (_request, response) => {
					if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
					createReadStream(path).pipe(response);
				});
			}
		},
	};
};
