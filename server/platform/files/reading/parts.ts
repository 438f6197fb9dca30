import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
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
	// CommonJS. The build for SIMD without the legacy engine; `4.0.0_best_int` is the data of that engine.
	'tesseract.cjs': 'tesseract.js-core/tesseract-core-simd-lstm.js',
	'tesseract.wasm': 'tesseract.js-core/tesseract-core-simd-lstm.wasm',
	'tesseract.license': 'tesseract.js-core/LICENSE',
	'eng.traineddata.gz': '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
	'swa.traineddata.gz': '@tesseract.js-data/swa/4.0.0_best_int/swa.traineddata.gz',
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

/** Tesseract's own interface, as far as it is used. */
export interface Tesseract {
	/** Reads the image in the file `/input`; 0 on success. */
	SetImageFile: (exif: number, angle: number) => number;
	SetVariable: (name: string, value: string) => boolean;
	FindLines: () => number;
	/** Slope of the lines that were found, in radians. */
	GetGradient: () => number;
	Recognize: (monitor: null) => number;
	/** Blocks, paragraphs, lines and words, one a line, each with its box and confidence. */
	GetTSVText: (page: number) => string;
}

interface TesseractModule {
	FS: { writeFile: (path: string, content: Uint8Array) => void };
	TessBaseAPI: new () => Tesseract & {
		Init: (path: null, languages: string, engine: number) => number;
	};
}

const LANGUAGES = ['eng', 'swa'] as const;
/** OEM_LSTM_ONLY. */
const LSTM = 1;

/** Loads Tesseract, the OCR engine, as WebAssembly, with English and Swahili. */
export const loadTesseract = async () => {
	const { default: init } = await import(pathToFileURL(resolvePart('tesseract.cjs')).href);
	const silent = () => {};
	const module: TesseractModule = await init({
		wasmBinary: readFileSync(resolvePart('tesseract.wasm')),
		// The output of the process is its answers.
		...{ print: silent, printErr: silent, TesseractProgress: silent },
	});
	for (const language of LANGUAGES)
		module.FS.writeFile(
			`${language}.traineddata`,
			gunzipSync(readFileSync(resolvePart(`${language}.traineddata.gz`))),
		);
	const api = new module.TessBaseAPI();
	if (api.Init(null, LANGUAGES.join('+'), LSTM) !== 0) throw new Error('Tesseract did not start');
	// White text on black is rare on papers, and looking for it takes a tenth of the time.
	api.SetVariable('tessedit_do_invert', '0');
	return { api, writeInput: (image: Uint8Array) => module.FS.writeFile('/input', image) };
};
