import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

const ROOT = join(import.meta.dirname, '../../../..');

/** Files of the reader by name in a release, with their path in the packages. */
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

const MODULES = join(ROOT, 'node_modules');

/** Paths of these files and of their sources: everything that a reading process may access. */
export const NEEDED_PATHS = ['server/*', 'shared/*', 'lib/*', 'node_modules/*', 'package.json']
	.map((name) => join(ROOT, name))
	// The packages may be linked from elsewhere, as in a second copy of the project.
	.concat(existsSync(MODULES) ? join(realpathSync(MODULES), '*') : []);

const resolvePart = (part: keyof typeof PARTS) => {
	const built = join(PARTS_FOLDER, part);
	return existsSync(built) ? built : join(ROOT, 'node_modules', PARTS[part]);
};

const load = async (name: 'pdfium' | 'webp') => {
	const module = await import(pathToFileURL(resolvePart(`${name}.js`)).href);
	return { module, wasmBinary: readFileSync(resolvePart(`${name}.wasm`)) };
};

/** The package's own types lack its memory. */
export type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array } };

/** Loads PDFium, Chromium's PDF reader, as WebAssembly: it can access only its own memory. */
export const loadPdfium = async (): Promise<Pdfium> => {
	const { module, wasmBinary } = await load('pdfium');
	const pdfium: Pdfium = await module.init({ wasmBinary });
	pdfium.PDFiumExt_Init();
	return pdfium;
};

interface Encoder {
	encode: (rgba: Uint8Array, width: number, height: number, how: object) => Uint8Array | null;
}

/** Loads libwebp, since Node has no WebP encoder. */
export const loadWebp = async (): Promise<Encoder> => {
	const { module, wasmBinary } = await load('webp');
	return module.default({ wasmBinary, noInitialRun: true });
};
