import type { FileExtension } from '#shared/contract/file-types.ts';
import { readOffice } from '../../files/reading/office.ts';
import { loadPdfium, loadWebp } from '../../files/reading/parts.ts';
import { type OpenPdf, openPdf } from '../../files/reading/pdf.ts';
import { looksOf, webpOf } from '../../files/reading/picture.ts';
import { CannotRead, type Readable } from '../../files/reading/read.ts';
import { fingerprintOf } from '../../files/reading/shingles.ts';
import { readWord } from '../../files/reading/word.ts';
import type { ByteSource } from '../../files/store.ts';
import type { CoverFacts } from '../../papers/facts.ts';
import { readCover } from '../../papers/read-cover.ts';

/*
 * The process that reads files: on its input a line of JSON and then the bytes of each file, on its output
 * lines of JSON about it. It has the secrets of nobody, and may read nothing but its own program; whatever a file
 * does to it, it does to it alone.
 */

/** What comes before the bytes of a file. */
export interface FileHeader {
	ext: FileExtension;
	size: number;
}

/** What a file says. */
export type ReadFile = Omit<Readable, 'cover'> & CoverFacts & { words: string | undefined };

/** How its first pages look. */
export interface DrawnFile {
	/** A WebP in base64. */
	picture: string | undefined;
	/** Of a scan: `looksOf` of its first pages, with blanks between them. */
	looks: string | undefined;
}

/** A line that answers: why a file cannot be read, or what it says and then how it looks. */
export type AnswerLine = { refused: string } | { read: ReadFile } | { drawn: DrawnFile };

/** The first pages of papers have these in common, and would all look alike by them. */
const COVER_WORDS = new Set(
	`all allowed and answer any are ascertain at booklet booklets calculator candidate candidates certificate check
	consists council course craft date diploma drawing each english equal equals ensure examination examinations
	figures following for have hour hours in index indicated instruments instructions kenya knec mark marks
	mathematical maximum minutes missing module name national no non number of on only out page pages paper part
	parts printed programmable provided question questions scientific section sections separate series should show
	shown signature space spaces tables technical that the this time to total turn two use used with write you
	your`.split(/\s+/),
);

/** Twice what a list shows of it, which comes with every row: a third of a kilobyte. */
const PICTURE_WIDTH = 60;
const LOOKS_WIDTH = 320;
/** Pages by whose looks scans are compared: covers are alike. */
const LOOKED_AT = 2;

const say = (line: AnswerLine) =>
	new Promise<void>((resolve, reject) => {
		process.stdout.write(`${JSON.stringify(line)}\n`, (error) =>
			error ? reject(error) : resolve(),
		);
	});

const sourceOf = (bytes: Buffer): ByteSource => ({
	size: bytes.length,
	async *chunks() {
		yield bytes;
	},
	read: async (position, length) => bytes.subarray(position, position + length),
});

let pdfium: ReturnType<typeof loadPdfium> | undefined;
let webp: ReturnType<typeof loadWebp> | undefined;

/** Tells what stands on the pages of a file and on its cover, and a fingerprint of all words. */
const tell = ({ pages, text, texts, cover }: Readable) => {
	const words = fingerprintOf(texts.join(' '), COVER_WORDS);
	return say({ read: { pages, text, texts, ...readCover(cover), words } });
};

const pictureOf = async (pdf: OpenPdf) => {
	const drawn = (width: number) =>
		Array.from({ length: LOOKED_AT }, (_, page) => pdf.draw(page, width, 1.5 * width)).filter(
			(page) => page !== undefined,
		);
	const [first] = drawn(PICTURE_WIDTH);
	if (!first) return { picture: undefined, looks: undefined };
	webp ??= loadWebp();
	return {
		picture: webpOf(await webp, first).toString('base64'),
		looks: pdf.text === 'scan' ? drawn(LOOKS_WIDTH).map(looksOf).join(' ') : undefined,
	};
};

const textOf = (ext: Exclude<FileHeader['ext'], 'pdf'>, source: ByteSource) => {
	if (ext === 'ppt') throw new CannotRead('The words of old PowerPoint files are not searched.');
	return ext === 'doc' ? readWord(source) : readOffice(source, ext);
};

const read = async ({ ext }: FileHeader, bytes: Buffer) => {
	if (ext !== 'pdf') {
		await tell(await textOf(ext, sourceOf(bytes)));
		return say({ drawn: { picture: undefined, looks: undefined } });
	}
	pdfium ??= loadPdfium();
	const pdf = openPdf(await pdfium, bytes);
	// The text first: where a picture ends all this, that much is known.
	await tell(pdf);
	await say({ drawn: await pictureOf(pdf) });
	pdf.close();
};

/** The files that come in, one after the other. */
async function* filesIn(input: AsyncIterable<Buffer>): AsyncGenerator<[FileHeader, Buffer]> {
	const chunks = input[Symbol.asyncIterator]();
	let held: Buffer = Buffer.alloc(0);
	const more = async () => {
		const { done, value } = await chunks.next();
		if (!done) held = held.length > 0 ? Buffer.concat([held, value]) : value;
		return !done;
	};
	for (;;) {
		while (!held.includes('\n')) if (!(await more())) return;
		const end = held.indexOf('\n');
		const header = JSON.parse(held.toString('utf8', 0, end)) as FileHeader;
		const file = Buffer.allocUnsafe(header.size);
		let filled = held.copy(file, 0, end + 1);
		held = held.subarray(end + 1 + filled);
		while (filled < header.size) {
			if (!(await more())) return;
			const taken = held.copy(file, filled);
			filled += taken;
			held = held.subarray(taken);
		}
		yield [header, file];
	}
}

for await (const [header, bytes] of filesIn(process.stdin))
	await read(header, bytes).catch((error: unknown) => {
		// Anything else than a refusal may have left it in any state: it ends, and another begins.
		if (!(error instanceof CannotRead)) throw error;
		return say({ refused: error.message });
	});
