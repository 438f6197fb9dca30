import type { FileExtension } from '#shared/contract/content/files.ts';
import type { ScannedLine } from '#shared/contract/content/insides.ts';
import type { ByteSource } from '../store.ts';
import { type Inspected, inspectPdfBytes } from './inspect-pdf.ts';
import { loadPdfium, loadTesseract, loadWebp } from './parts.ts';
import { CannotRead, type Drawn, type Readable } from './read.ts';
import { readOffice } from './read-office.ts';
import { openPdf } from './read-pdf.ts';
import { readScan, type ScannedPage } from './read-scan.ts';
import { readWord } from './read-word.ts';
import { serve, toByteSource, writeLine } from './serve.ts';

const HOW = {
	quality: 45,
	target_size: 0,
	target_PSNR: 0,
	method: 4,
	sns_strength: 50,
	filter_strength: 60,
	filter_sharpness: 0,
	filter_type: 1,
	partitions: 0,
	segments: 4,
	pass: 1,
	show_compressed: 0,
	preprocessing: 0,
	autofilter: 0,
	partition_limit: 0,
	alpha_compression: 1,
	alpha_filtering: 1,
	alpha_quality: 100,
	lossless: 0,
	exact: 0,
	image_hint: 0,
	emulate_jpeg_size: 0,
	thread_level: 0,
	low_memory: 0,
	near_lossless: 100,
	use_delta_palette: 0,
	use_sharp_yuv: 0,
};

/** Encodes a picture as WebP. */
const encodeWebp = (webp: Awaited<ReturnType<typeof loadWebp>>, { rgba, width, height }: Drawn) => {
	const encoded = webp.encode(rgba, width, height, HOW);
	if (!encoded) throw new Error('libwebp did not take the picture');
	return Buffer.from(encoded);
};

/** The line before the bytes of a file. */
export interface FileHeader {
	/** `inspect`: look for active content in a PDF; `read`: return text, facts and a picture; `scan`: read a page by OCR. */
	work: 'inspect' | 'read' | 'scan';
	ext: FileExtension;
	size: number;
	/** The page to read by OCR, from 1. */
	page?: number;
	/** The lines of the pages before a cover page; without them, no facts are read. */
	cover?: readonly ScannedLine[];
}

/** A page that was read by OCR; null if it is not a scan. */
export interface ScannedAnswer<Facts = unknown> {
	scanned: ScannedPage | null;
	/** The facts on the cover pages up to this one. */
	facts: Facts | undefined;
}

/** Text of a file, and the facts found on its first pages. */
export type ReadFile<Facts = unknown> = Omit<Readable, 'cover'> & { facts: Facts };

/** Find the facts of a paper in the text, or in the recognised lines, of its first pages. */
interface FactReaders {
	ofText: (cover: string) => unknown;
	ofLines: (cover: readonly ScannedLine[]) => unknown;
}

/** An answer line. A reading answers `read` and then `picture`: a WebP in base64, where there is one. */
export type AnswerLine =
	| { refused: string }
	| { read: ReadFile }
	| { picture: string | undefined; drawn: true }
	| { inspected: Inspected }
	| ScannedAnswer;

/** Twice the displayed width in lists; each row includes it, a third of a kilobyte. */
const PICTURE_WIDTH = 60;

const say = (line: AnswerLine) => writeLine(line);

let pdfium: ReturnType<typeof loadPdfium> | undefined;
let webp: ReturnType<typeof loadWebp> | undefined;
let tesseract: ReturnType<typeof loadTesseract> | undefined;

const sayText = ({ pages, text, texts, cover }: Readable, { ofText }: FactReaders) =>
	say({ read: { pages, text, texts, facts: ofText(cover) } });

const readText = (ext: Exclude<FileExtension, 'pdf'>, source: ByteSource) => {
	if (ext === 'ppt') throw new CannotRead('The words of old PowerPoint files are not searched.');
	return ext === 'doc' ? readWord(source) : readOffice(source, ext);
};

const read = async ({ ext }: FileHeader, bytes: Buffer, readers: FactReaders) => {
	if (ext !== 'pdf') {
		await sayText(await readText(ext, toByteSource(bytes)), readers);
		return say({ picture: undefined, drawn: true });
	}
	pdfium ??= loadPdfium();
	const pdf = openPdf(await pdfium, bytes);
	// Sends the text first: if drawing ends the process, the text is kept.
	await sayText(pdf, readers);
	const drawn = pdf.draw(0, PICTURE_WIDTH, 1.5 * PICTURE_WIDTH);
	webp ??= loadWebp();
	const picture = drawn && encodeWebp(await webp, drawn).toString('base64');
	await say({ picture, drawn: true });
	pdf.close();
};

const inspect = async (bytes: Buffer) => {
	pdfium ??= loadPdfium();
	await say({ inspected: inspectPdfBytes(await pdfium, bytes) });
};

const scan = async ({ page = 1, cover }: FileHeader, bytes: Buffer, readers: FactReaders) => {
	pdfium ??= loadPdfium();
	tesseract ??= loadTesseract();
	const scanned = readScan({ pdf: await pdfium, engine: await tesseract }, bytes, page) ?? null;
	const facts = scanned && cover && readers.ofLines([...cover, ...scanned.lines]);
	await say({ scanned, facts });
};

/** Serves the files of the input until it ends. The facts are read here because the text is as untrusted as the file. */
export const serveFiles = (readers: FactReaders) => {
	const works = { inspect: (_: FileHeader, bytes: Buffer) => inspect(bytes), read, scan };
	return serve((header: FileHeader, bytes) =>
		works[header.work](header, bytes, readers).catch((error: unknown) => {
			// Any other error may leave PDFium in an undefined state: the process exits, and the next file starts another.
			if (!(error instanceof CannotRead)) throw error;
			return say({ refused: error.message });
		}),
	);
};
