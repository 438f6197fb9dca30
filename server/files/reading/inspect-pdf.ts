import type { Pdfium } from './parts.ts';
import { openDocument, refusals } from './pdf.ts';
import { CannotRead } from './read.ts';

/** Names in a PDF that run code or embed another file. */
const ACTIVE = [
	'JavaScript',
	'JS',
	'Launch',
	'EmbeddedFile',
	'EF',
	'XFA',
	'RichMedia',
	'GoToE',
	'Rendition',
] as const;
export type ActiveName = (typeof ACTIVE)[number];

/** The result of an inspection: `sound`, why the file is refused, or the active name that it contains. */
export type Inspected = 'sound' | 'incomplete' | 'damaged' | 'locked' | 'unclear' | ActiveName;

/**
 * Returns whether objects, or no mark at all, follow the last end mark. A truncated linearized file has an early end
 * mark.
 */
const isCut = (bytes: Buffer) => {
	const end = bytes.lastIndexOf('%%EOF');
	return end < 0 || /\d\s+\d+\s+obj\b/.test(bytes.toString('latin1', end));
};

/** Returns a copy that is decrypted, with object streams unpacked, names decoded, and a plain cross-reference table. */
const copyOf = (pdf: Pdfium, document: number) => {
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

const placesIn = (copy: Buffer) => {
	const tail = copy.toString('latin1', Math.max(0, copy.length - 1_024));
	const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
	if (!(table < copy.length) || copy.toString('latin1', table, table + 4) !== 'xref')
		return undefined;
	const text = copy.toString('latin1', table);
	const places = Array.from(text.matchAll(/^(\d{10}) \d{5} n/gm), ([, place]) => Number(place));
	return [...places.sort((one, other) => one - other), table];
};

/** A string, a hexadecimal string, a comment, a name with the start of its value, or the start of a stream. */
const TOKEN =
	/\(|<<|<[^<>]*>|%[^\r\n]*|\/([^\s()<>[\]{}/%]*)(?=\s*(<<|\d+\s+\d+\s+R\b)?)|\bstream\r?\n/g;

const endOfString = (text: string, at: number) => {
	let depth = 1;
	let end = at;
	for (; end < text.length && depth > 0; end++) {
		const sign = text[end];
		if (sign === '\\') end++;
		else if (sign === '(') depth++;
		else if (sign === ')') depth--;
	}
	return end;
};

const activeNameIn = (text: string): ActiveName | undefined => {
	TOKEN.lastIndex = 0;
	for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
		const [token, name, value] = found;
		if (token.startsWith('stream')) return undefined;
		if (token === '(') TOKEN.lastIndex = endOfString(text, TOKEN.lastIndex);
		const active = ACTIVE.find((each) => each === name);
		// As a key, it names a list of scripts, which may be empty; each script in the list has its own /JS.
		if (active && !(active === 'JavaScript' && value !== undefined)) return active;
	}
	return undefined;
};

/** Searches all objects of a PDF, as PDFium parses them, for active names. */
export const inspectPdfBytes = (pdf: Pdfium, bytes: Buffer): Inspected => {
	if (isCut(bytes)) return 'incomplete';
	let opened: ReturnType<typeof openDocument>;
	try {
		opened = openDocument(pdf, bytes);
	} catch (error) {
		if (!(error instanceof CannotRead)) throw error;
		return error.message === refusals.locked ? 'locked' : 'damaged';
	}
	const { document, at } = opened;
	try {
		if (pdf.FPDF_GetPageCount(document) === 0) return 'damaged';
		const copy = copyOf(pdf, document);
		const places = copy && placesIn(copy);
		if (!places) return 'unclear';
		for (const [n, place] of places.entries()) {
			const active = activeNameIn(copy.toString('latin1', place, places[n + 1] ?? copy.length));
			if (active) return active;
		}
		return 'sound';
	} finally {
		pdf.FPDF_CloseDocument(document);
		pdf.pdfium.wasmExports.free(at);
	}
};
