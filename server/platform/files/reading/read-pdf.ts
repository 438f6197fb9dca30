import type { Pdfium } from './parts.ts';
import {
	buildCoverText,
	CannotRead,
	type Drawn,
	PAGES_MAX,
	type Readable,
	tidyText,
	truncateTexts,
} from './read.ts';

/** FPDF_GetLastError (fpdfview.h). */
const PASSWORD = 4;
const SECURITY = 5;
/** FPDF_PAGEOBJ_IMAGE (fpdf_edit.h). */
const IMAGE = 3;
/** FPDFBitmap_BGRA; with FPDF_REVERSE_BYTE_ORDER, red comes first. FPDF_ANNOT also draws annotations. */
const BGRA = 4;
const WITH_ANNOTATIONS = 1;
const RED_FIRST = 16;
const WHITE = 0xffffffff;
/** A page with less text and a picture that covers it counts as scanned. */
export const FEW_CHARACTERS = 50;
const COVERED = 0.5;
/** Scanned pages rarely have so many objects before their picture. */
const OBJECTS_MAX = 50;
const READING_MS = 10_000;

/** An open PDF. */
export interface OpenPdf extends Readable {
	/**
	 * Draws a page, numbered from 0, `width` points wide and at most `tallest` high; undefined if the page does not
	 * exist.
	 */
	draw: (page: number, width: number, tallest: number) => Drawn | undefined;
	close: () => void;
}

/** PDFium's character for a hyphen at the end of a line. */
const LINE_HYPHEN = '\ufffe';

const joinHyphenated = (text: string) =>
	text
		.replaceAll('\u0002', LINE_HYPHEN)
		.replace(/(?<=\p{L})(?:\ufffe|[-\u00ad]\r?\n)(?=\p{Ll})/gu, '')
		.replaceAll(LINE_HYPHEN, '-');

const readPageText = (pdf: Pdfium, page: number) => {
	const { malloc, free } = pdf.pdfium.wasmExports;
	const opened = pdf.FPDFText_LoadPage(page);
	if (opened === 0) return '';
	const count = Math.min(pdf.FPDFText_CountChars(opened), 100_000);
	const at = malloc(2 * count + 2);
	try {
		const units = count > 0 ? pdf.FPDFText_GetText(opened, 0, count, at) : 0;
		const bytes = pdf.pdfium.HEAPU8.slice(at, at + 2 * Math.max(0, units - 1));
		return joinHyphenated(Buffer.from(bytes).toString('utf16le'));
	} finally {
		free(at);
		pdf.FPDFText_ClosePage(opened);
	}
};

/** Returns whether one of the first objects of a page is a picture that covers at least half of it. */
export const hasCoveringPicture = (pdf: Pdfium, page: number) => {
	const area = pdf.FPDF_GetPageWidthF(page) * pdf.FPDF_GetPageHeightF(page);
	const count = Math.min(pdf.FPDFPage_CountObjects(page), OBJECTS_MAX);
	const pointer = pdf.pdfium.wasmExports.malloc(16);
	try {
		for (let n = 0; n < count; n++) {
			const object = pdf.FPDFPage_GetObject(page, n);
			if (pdf.FPDFPageObj_GetType(object) !== IMAGE) continue;
			if (!pdf.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12))
				continue;
			const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((offset) =>
				pdf.pdfium.getValue(pointer + offset, 'float'),
			);
			if ((right - left) * (top - bottom) >= COVERED * area) return true;
		}
		return false;
	} finally {
		pdf.pdfium.wasmExports.free(pointer);
	}
};

/** Reasons why a PDF cannot be opened. */
export const refusals = {
	locked: 'It is protected by a password.',
	damaged: 'It is damaged, or is no PDF.',
	large: 'It is too large.',
};

const toRefusal = (error: number) =>
	error === PASSWORD || error === SECURITY ? refusals.locked : refusals.damaged;

/** Opens a PDF without a password; the caller closes the document and frees the memory at `pointer`. */
export const openDocument = (pdf: Pdfium, bytes: Uint8Array) => {
	const pointer = pdf.pdfium.wasmExports.malloc(bytes.length);
	if (pointer === 0) throw new CannotRead(refusals.large);
	pdf.pdfium.HEAPU8.set(bytes, pointer);
	const document = pdf.FPDF_LoadMemDocument(pointer, bytes.length, '');
	if (document !== 0) return { document, pointer };
	pdf.pdfium.wasmExports.free(pointer);
	throw new CannotRead(toRefusal(pdf.FPDF_GetLastError()));
};

/** Opens a PDF and reads its first pages, up to the limits of `truncateTexts`. Fails with {@link CannotRead}. */
export const openPdf = (pdf: Pdfium, bytes: Uint8Array): OpenPdf => {
	const { document, pointer } = openDocument(pdf, bytes);
	const withPage = <T>(n: number, work: (page: number) => T): T | undefined => {
		const page = pdf.FPDF_LoadPage(document, n);
		if (page === 0) return undefined;
		try {
			return work(page);
		} finally {
			pdf.FPDF_ClosePage(page);
		}
	};
	const pages = pdf.FPDF_GetPageCount(document);
	const until = performance.now() + READING_MS;
	let scanned = 0;
	const texts: string[] = [];
	const raw: string[] = [];
	for (let n = 0; n < Math.min(pages, PAGES_MAX) && performance.now() < until; n++)
		withPage(n, (page) => {
			const text = readPageText(pdf, page);
			if (n < 2) raw[n] = text;
			texts[n] = tidyText(text);
			if ((texts[n]?.length ?? 0) < FEW_CHARACTERS)
				scanned += Number(hasCoveringPicture(pdf, page));
		});
	const pageTexts = Array.from(texts, (text) => text ?? '');

	const draw = (n: number, width: number, tallest: number) =>
		withPage(n, (page): Drawn => {
			const shape = pdf.FPDF_GetPageHeightF(page) / pdf.FPDF_GetPageWidthF(page) || 1;
			const height = Math.max(1, Math.min(tallest, Math.round(width * shape)));
			const whole = Math.max(1, Math.min(4 * tallest, Math.round(width * shape)));
			const bitmap = pdf.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0);
			try {
				pdf.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
				const flags = WITH_ANNOTATIONS | RED_FIRST;
				pdf.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, whole, 0, flags);
				const pixels = pdf.FPDFBitmap_GetBuffer(bitmap);
				const rgba = pdf.pdfium.HEAPU8.slice(pixels, pixels + 4 * width * height);
				return { width, height, rgba };
			} finally {
				pdf.FPDFBitmap_Destroy(bitmap);
			}
		});

	const isScan = 2 * scanned > pageTexts.length;
	const hasText = pageTexts.some((text) => text !== '');
	return {
		pages,
		text: isScan ? 'scan' : hasText ? 'text' : 'none',
		texts: truncateTexts(pageTexts),
		cover: buildCoverText(Array.from(raw, (text) => text ?? '')),
		draw,
		close: () => {
			pdf.FPDF_CloseDocument(document);
			pdf.pdfium.wasmExports.free(pointer);
		},
	};
};
