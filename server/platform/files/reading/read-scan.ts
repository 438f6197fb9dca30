import type { ScannedLine } from '#shared/contract/content/insides.ts';
import type { loadTesseract, Pdfium } from './parts.ts';
import { tidyText } from './read.ts';
import { hasCoveringPicture, openDocument } from './read-pdf.ts';

/** The text of a scanned page. */
export interface ScannedPage {
	/** Clockwise degrees by which the page must be turned to be upright. */
	turn: 0 | 90 | 180 | 270;
	/** Mean confidence of the words, from 0 to 100, by their length. */
	confidence: number;
	lines: ScannedLine[];
	text: string;
}

/** Long side of the drawn page in pixels: 170 dpi for A4. Bounds memory and time, whatever the size of the page. */
const LONG_SIDE = 2_000;
const BOX_UNIT = 10_000;
/** FPDFBitmap_Gray. */
const GREY = 1;
const WHITE = 0xffffffff;

/** A grey picture, one byte for each pixel. */
interface Grey {
	width: number;
	height: number;
	pixels: Uint8Array;
}

const drawGrey = (pdf: Pdfium, page: number): Grey => {
	const across = pdf.FPDF_GetPageWidthF(page) || 1;
	const down = pdf.FPDF_GetPageHeightF(page) || 1;
	const scale = LONG_SIDE / Math.max(across, down);
	const [width, height] = [across, down].map((side) => Math.max(1, Math.round(scale * side))) as [
		number,
		number,
	];
	const bitmap = pdf.FPDFBitmap_CreateEx(width, height, GREY, 0, 0);
	try {
		pdf.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
		pdf.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
		const stride = pdf.FPDFBitmap_GetStride(bitmap);
		const start = pdf.FPDFBitmap_GetBuffer(bitmap);
		const pixels = new Uint8Array(width * height);
		for (let row = 0; row < height; row++) {
			const from = start + row * stride;
			pixels.set(pdf.pdfium.HEAPU8.subarray(from, from + width), row * width);
		}
		return { width, height, pixels };
	} finally {
		pdf.FPDFBitmap_Destroy(bitmap);
	}
};

/** Turns a picture clockwise. */
const turnGrey = ({ width, height, pixels }: Grey, turn: ScannedPage['turn']): Grey => {
	if (turn === 0) return { width, height, pixels };
	if (turn === 180) return { width, height, pixels: pixels.toReversed() };
	const turned = new Uint8Array(pixels.length);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			const to = turn === 90 ? x * height + height - 1 - y : (width - 1 - x) * height + y;
			turned[to] = pixels[y * width + x] ?? 0;
		}
	return { width: height, height: width, pixels: turned };
};

/** Height of the band that shows whether a page is upright: some ten lines. */
const BAND = 260;
/** Difference of two neighbouring pixels that is an edge of a letter, above the noise of most scans. */
const EDGE = 60;

/** Returns the band of a picture with the most edges across. */
const cutBand = ({ width, height, pixels }: Grey): Grey => {
	const edges = Array.from({ length: Math.ceil(height / BAND) }, (_, band) => {
		let count = 0;
		const end = Math.min((band + 1) * BAND, height) * width;
		for (let at = band * BAND * width + 1; at < end; at += 1)
			if (Math.abs((pixels[at] ?? 0) - (pixels[at - 1] ?? 0)) > EDGE) count++;
		return count;
	});
	const top = edges.indexOf(Math.max(...edges)) * BAND;
	const tall = Math.min(BAND, height - top);
	return { width, height: tall, pixels: pixels.subarray(top * width, (top + tall) * width) };
};

/** Side of the squares in which the letters of a word blend to grey, but lines of text do not. */
const CELL = 12;

/** Returns the mean ink of the squares of a picture, row by row. */
const blend = ({ width, height, pixels }: Grey): number[][] =>
	Array.from({ length: Math.floor(height / CELL) }, (_, row) =>
		Array.from({ length: Math.floor(width / CELL) }, (__, column) => {
			let ink = 0;
			for (let y = row * CELL; y < (row + 1) * CELL; y++)
				for (let x = column * CELL; x < (column + 1) * CELL; x++)
					ink += 255 - (pixels[y * width + x] ?? 0);
			return ink / CELL ** 2;
		}),
	);

/** Returns whether the lines of text run from top to bottom: the ink then changes more across than down. */
const isSideways = (grey: Grey) => {
	const cells = blend(grey);
	let [across, down] = [0, 0];
	for (const [y, row] of cells.entries())
		for (const [x, ink] of row.entries()) {
			across += (ink - (row[x - 1] ?? ink)) ** 2;
			down += (ink - (cells[y - 1]?.[x] ?? ink)) ** 2;
		}
	return across > down;
};

interface Word {
	line: string;
	box: [left: number, top: number, right: number, bottom: number];
	confidence: number;
	text: string;
}

/** Level of the words in the output of Tesseract, and confidence below which a word is a smudge or a line. */
const WORD_LEVEL = '5';
const SMUDGE = 20;

const readWords = (tsv: string): Word[] =>
	tsv.split('\n').flatMap((row) => {
		const [level, page, block, paragraph, line, , ...rest] = row.split('\t');
		const [left = 0, top = 0, width = 0, height = 0, confidence = 0] = rest.map(Number);
		const text = rest[5]?.trim() ?? '';
		if (level !== WORD_LEVEL || text === '' || confidence < SMUDGE) return [];
		return [
			{
				line: [page, block, paragraph, line].join(),
				box: [left, top, left + width, top + height],
				confidence: Math.round(confidence),
				text,
			},
		];
	});

/** Returns a word's weight in mean values: its letters and digits. */
const weigh = ({ text }: Word) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

const computeConfidence = (words: readonly Word[]) => {
	const weight = words.reduce((sum, word) => sum + weigh(word), 0);
	const sum = words.reduce((all, word) => all + weigh(word) * word.confidence, 0);
	return weight === 0 ? 0 : Math.round(sum / weight);
};

/** Turns a point around the middle of a picture by radians, clockwise. */
const turnPoint = ([x, y]: [number, number], { width, height }: Grey, angle: number) => {
	const [across, down] = [x - width / 2, y - height / 2];
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	return [width / 2 + across * cos - down * sin, height / 2 + across * sin + down * cos] as const;
};

const toLines = ({ words, grey, skew }: ReturnType<typeof recognize>): ScannedLine[] =>
	[...Map.groupBy(words, ({ line }) => line).values()].map((some) => {
		const side = (n: 0 | 1 | 2 | 3) => some.map(({ box }) => box[n]);
		const [left, top] = [Math.min(...side(0)), Math.min(...side(1))];
		const [width, height] = [Math.max(...side(2)) - left, Math.max(...side(3)) - top];
		const [x, y] = turnPoint([left + width / 2, top + height / 2], grey, -skew);
		const toUnit = (pixels: number, whole: number) => Math.round((BOX_UNIT * pixels) / whole);
		const meant = some.filter((word) => weigh(word) > 1);
		return [
			toUnit(x - width / 2, grey.width),
			toUnit(y - height / 2, grey.height),
			toUnit(width, grey.width),
			toUnit(height, grey.height),
			Math.min(...(meant.length > 0 ? meant : some).map(({ confidence }) => confidence)),
			some.map(({ text }) => text).join(' '),
		];
	});

type Engine = Awaited<ReturnType<typeof loadTesseract>>;

/** Radians below which lines are straight enough. */
const STRAIGHT = 0.004;
/** Confidence from which a word is surely one: text that is not upright has few. */
const SURE = 60;

const recognize = ({ api, writeInput }: Engine, grey: Grey) => {
	const { width, height, pixels } = grey;
	// Portable graymap, the simplest format that Tesseract's image library reads.
	writeInput(Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]));
	const load = (angle: number) => {
		if (api.SetImageFile(1, angle) !== 0) throw new Error('Tesseract did not take the picture');
		api.SetVariable('user_defined_dpi', '170');
	};
	load(0);
	api.FindLines();
	const gradient = api.GetGradient();
	const skew = Math.abs(gradient) < STRAIGHT ? 0 : gradient;
	if (skew !== 0) load(skew);
	api.Recognize(null);
	const words = readWords(api.GetTSVText(0));
	const sure = words.filter(({ confidence }) => confidence >= SURE).map(weigh);
	const score = sure.filter((weight) => weight > 2).reduce((sum, weight) => sum + weight, 0);
	return { words, grey, skew, score, confidence: computeConfidence(words) };
};

/** A band with this confidence and so many letters in sure words is upright. */
const UPRIGHT = { confidence: 80, score: 40 };

/**
 * Finds how to turn a page upright: whether it is sideways by its ink, since the engine takes minutes for sideways text,
 * and whether it is upside down by its densest band.
 */
const findTurn = (engine: Engine, grey: Grey): ScannedPage['turn'] => {
	const [first, second] = isSideways(grey) ? ([90, 270] as const) : ([0, 180] as const);
	const band = cutBand(turnGrey(grey, first));
	const upright = recognize(engine, band);
	if (upright.confidence >= UPRIGHT.confidence && upright.score >= UPRIGHT.score) return first;
	return recognize(engine, turnGrey(band, 180)).score > upright.score ? second : first;
};

const readUpright = (engine: Engine, pdf: Pdfium, page: number): ScannedPage => {
	const grey = drawGrey(pdf, page);
	const turn = findTurn(engine, grey);
	const found = recognize(engine, turnGrey(grey, turn));
	const lines = toLines(found);
	const text = tidyText(lines.map((line) => line[5]).join('\n'));
	return { turn, confidence: found.confidence, lines, text };
};

interface Engines {
	pdf: Pdfium;
	engine: Engine;
}

/**
 * Reads a page of a PDF, numbered from 1, by OCR. Undefined without a picture that covers the page. Fails with
 * `CannotRead`.
 */
export const readScan = ({ pdf, engine }: Engines, bytes: Uint8Array, n: number) => {
	const { document, pointer } = openDocument(pdf, bytes);
	const page = pdf.FPDF_LoadPage(document, n - 1);
	try {
		if (page === 0 || !hasCoveringPicture(pdf, page)) return undefined;
		return readUpright(engine, pdf, page);
	} finally {
		if (page !== 0) pdf.FPDF_ClosePage(page);
		pdf.FPDF_CloseDocument(document);
		pdf.pdfium.wasmExports.free(pointer);
	}
};
