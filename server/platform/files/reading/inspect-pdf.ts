import { type ActiveName, findActiveName } from './active-names.ts';
import type { Pdfium } from './parts.ts';
import { CannotRead } from './read.ts';
import { openDocument, refusals } from './read-pdf.ts';

/** The result of an inspection: `sound`, why the file is refused, or the active name that it contains. */
export type Inspected = 'sound' | 'incomplete' | 'damaged' | 'locked' | 'unclear' | ActiveName;

/** Returns the bytes after the last end mark, or all if there is none. */
const readTail = (bytes: Buffer) =>
	bytes.toString('latin1', Math.max(0, bytes.lastIndexOf('%%EOF')));

/** Returns whether a page that the page tree counts is missing, as in a linearized file that was cut. */
const hasMissingPages = (pdf: Pdfium, document: number) => {
	const count = pdf.FPDF_GetPageCount(document);
	for (let n = 0; n < count; n++) {
		const page = pdf.FPDF_LoadPage(document, n);
		if (page === 0) return true;
		pdf.FPDF_ClosePage(page);
	}
	return false;
};

/** Returns a copy that is decrypted, with object streams unpacked, names decoded, and a plain cross-reference table. */
const copyDecrypted = (pdf: Pdfium, document: number) => {
	const writer = pdf.PDFiumExt_OpenFileWriter();
	const { malloc, free } = pdf.pdfium.wasmExports;
	let at = 0;
	try {
		if (!pdf.PDFiumExt_SaveAsCopy(document, writer)) return undefined;
		const size = pdf.PDFiumExt_GetFileWriterSize(writer);
		at = malloc(size);
		if (at === 0) return undefined;
		pdf.PDFiumExt_GetFileWriterData(writer, at, size);
		return Buffer.from(pdf.pdfium.HEAPU8.slice(at, at + size));
	} finally {
		pdf.PDFiumExt_CloseFileWriter(writer);
		free(at);
	}
};

const readPlaces = (copy: Buffer) => {
	const tail = copy.toString('latin1', Math.max(0, copy.length - 1_024));
	const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
	if (!(table < copy.length) || copy.toString('latin1', table, table + 4) !== 'xref')
		return undefined;
	const text = copy.toString('latin1', table);
	const places = Array.from(text.matchAll(/^(\d{10}) \d{5} n/gm), ([, place]) => Number(place));
	return [...places.sort((one, other) => one - other), table];
};

/** Searches all objects of a copy for active names; `unclear` if their places are unknown. */
const inspectCopy = (copy: Buffer | undefined): Inspected => {
	const places = copy && readPlaces(copy);
	if (!places) return 'unclear';
	for (const [n, place] of places.entries()) {
		const end = places[n + 1] ?? copy.length;
		const active = findActiveName(copy.toString('latin1', place, end));
		if (active) return active;
	}
	return 'sound';
};

/** Searches objects after the end mark, from which other readers may rebuild the document. */
const inspectTail = (tail: string): Inspected =>
	tail
		.split('endobj')
		.map(findActiveName)
		.find((active) => active !== undefined) ?? 'sound';

const open = (pdf: Pdfium, bytes: Buffer) => {
	try {
		return openDocument(pdf, bytes);
	} catch (error) {
		if (!(error instanceof CannotRead)) throw error;
		return error.message === refusals.locked ? 'locked' : 'damaged';
	}
};

/** Searches all objects of a PDF, as PDFium parses them, for active names. */
export const inspectPdfBytes = (pdf: Pdfium, bytes: Buffer): Inspected => {
	const tail = readTail(bytes);
	const hasEnd = tail.startsWith('%%EOF');
	const mayBeCut = !hasEnd || /\d\s+\d+\s+obj\b/.test(tail);
	const damaged = mayBeCut ? 'incomplete' : 'damaged';
	const opened = open(pdf, bytes);
	if (typeof opened === 'string') return opened === 'damaged' ? damaged : opened;
	const { document, pointer } = opened;
	try {
		if (pdf.FPDF_GetPageCount(document) === 0) return damaged;
		if (mayBeCut && hasMissingPages(pdf, document)) return 'incomplete';
		const result = inspectCopy(copyDecrypted(pdf, document));
		return result === 'sound' && mayBeCut && hasEnd ? inspectTail(tail) : result;
	} finally {
		pdf.FPDF_CloseDocument(document);
		pdf.pdfium.wasmExports.free(pointer);
	}
};
