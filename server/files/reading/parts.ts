import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

const ROOT = join(import.meta.dirname, '../../..');

/** Files of the reader by their name in a release, with their place in the packages. */
export const PARTS = {
	'pdfium.js': '@embedpdf/pdfium/dist/index.js',
	'pdfium.wasm': '@embedpdf/pdfium/dist/pdfium.wasm',
	'pdfium.license': '@embedpdf/pdfium/LICENSE.pdfium',
	'webp.js': '@jsquash/webp/codec/enc/webp_enc.js',
	'webp.wasm': '@jsquash/webp/codec/enc/webp_enc.wasm',
	'webp.license': '@jsquash/webp/LICENSE',
} as const;

/** Folder of the reader's files in a build. */
export const PARTS_FOLDER = join(ROOT, 'lib/reading');

/** Paths that hold them, or the sources that use them: all that a process which reads has to see. */
export const NEEDED_PATHS = ['server/*', 'shared/*', 'lib/*', 'node_modules/*', 'package.json'].map(
	(name) => join(ROOT, name),
);

const pathOf = (part: keyof typeof PARTS) => {
	const built = join(PARTS_FOLDER, part);
	return existsSync(built) ? built : join(ROOT, 'node_modules', PARTS[part]);
};

const load = async (name: 'pdfium' | 'webp') => {
	const module = await import(pathToFileURL(pathOf(`${name}.js`)).href);
	return { module, wasmBinary: readFileSync(pathOf(`${name}.wasm`)) };
};

/** Its memory is not in its own types. */
export type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array } };

/** PDFium, which Chromium reads PDFs with, as WebAssembly: it reaches no memory but its own. */
export const loadPdfium = async (): Promise<Pdfium> => {
	const { module, wasmBinary } = await load('pdfium');
	const pdfium: Pdfium = await module.init({ wasmBinary });
	pdfium.PDFiumExt_Init();
	return pdfium;
};

interface Encoder {
	encode: (rgba: Uint8Array, width: number, height: number, how: object) => Uint8Array | null;
}

/** libwebp, for which there is nothing in Node. */
export const loadWebp = async (): Promise<Encoder> => {
	const { module, wasmBinary } = await load('webp');
	return module.default({ wasmBinary, noInitialRun: true });
};
