import { readOffice } from '../../files/reading/office.ts';
import { loadPdfium, loadWebp } from '../../files/reading/parts.ts';
import { type OpenPdf, openPdf } from '../../files/reading/pdf.ts';
import { looksOf, webpOf } from '../../files/reading/picture.ts';
import { CannotRead, type Readable } from '../../files/reading/read.ts';
import { readWord } from '../../files/reading/word.ts';
import type { ByteSource } from '../../files/store.ts';
import type { AnswerLine, FileHeader } from './reader-lines.ts';
import { readTexts } from './what-is-read.ts';

/*
 * The process that reads files: on its input a line of JSON and then the bytes of each file, on its output
 * lines of JSON about it. It has the secrets of nobody, and may read nothing but its own program; whatever a file
 * does to it, it does to it alone.
 */

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

const tell = (file: Readable) => {
	const { pages, text, texts } = file;
	return say({ read: { pages, text, texts, ...readTexts(file) } });
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
