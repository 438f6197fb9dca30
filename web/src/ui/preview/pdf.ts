import { GlobalWorkerOptions, getDocument, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerSrc;

/** What `pdfParts` of the build puts there, for pdf.js to fetch by name. */
const parts = `/assets/pdf-parts-${version}/`;

/** How much of a file has come, in bytes. */
export interface Progress {
	loaded: number;
	total: number;
}

/**
 * Opens one of our PDFs with pdf.js; `destroy` of what it answers ends it. Only what is looked at is
 * fetched, in ranges. Nothing is compiled at run time, as the content security policy demands:
 * this version has no `eval`, and its decoders come as plain scripts.
 */
export const openPdf = (url: string, onProgress: (progress: Progress) => void) => {
	const task = getDocument({
		url,
		disableStream: true,
		disableAutoFetch: true,
		standardFontDataUrl: parts,
		wasmUrl: parts,
		useWasm: false,
		// A phone has none of the fonts that a document may leave out, and makes do badly.
		useSystemFonts: false,
		verbosity: 0,
	});
	task.onProgress = onProgress;
	return task;
};
