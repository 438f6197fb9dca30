import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	concatTransformationMatrix,
	drawObject,
	PDFDocument,
	PDFName,
	popGraphicsState,
	pushGraphicsState,
} from 'pdf-lib';

/** Returns a PDF with pages 'Page 1' and so on, each with `padding` incompressible bytes. */
export const makePdf = async (count: number, padding = 0) => {
	const document = await PDFDocument.create();
	for (let number = 1; number <= count; number++) {
		const page = document.addPage([595, 842]);
		page.drawText(`Page ${number}`, { x: 60, y: 700, size: 40 });
		const noise = crypto.getRandomValues(new Uint8Array(Math.min(padding, 65_536)));
		const chunks = Array.from({ length: Math.ceil(padding / 65_536) }, () => noise);
		const stream = document.context.stream(Buffer.concat(chunks));
		page.node.set(PDFName.of('Padding'), document.context.register(stream));
	}
	return Buffer.from(await document.save({ useObjectStreams: false }));
};

/** Returns a PDF of one black page in CCITT fax encoding, which needs a separate decoder. */
export const makeScan = async () => {
	const document = await PDFDocument.create();
	const page = document.addPage([200, 200]);
	// Eight white lines in Group 4 encoding, one bit each, and the end code; `Decode` inverts them to black.
	const fax = document.context.stream(new Uint8Array([0xff, 0x00, 0x10, 0x01]), {
		Type: 'XObject',
		Subtype: 'Image',
		Width: 8,
		Height: 8,
		ColorSpace: 'DeviceGray',
		BitsPerComponent: 1,
		Decode: [1, 0],
		Filter: 'CCITTFaxDecode',
		DecodeParms: { K: -1, Columns: 8, Rows: 8 },
	});
	page.node.setXObject(PDFName.of('Fax'), document.context.register(fax));
	page.pushOperators(
		pushGraphicsState(),
		concatTransformationMatrix(200, 0, 0, 200, 0, 0),
		drawObject('Fax'),
		popGraphicsState(),
	);
	return Buffer.from(await document.save());
};

/** More than fits in one request. */
const LARGE = 600 * 1024;

/** Returns a past paper as PDF of one page with these lines, and `padding` more bytes; the same on each run. */
export const makeCover = async (lines: readonly string[], padding = 0) => {
	const document = await PDFDocument.create();
	document.setCreationDate(new Date(0));
	document.setModificationDate(new Date(0));
	const cover = document.addPage([595, 842]);
	for (const [index, line] of lines.entries())
		cover.drawText(line, { x: 60, y: 760 - index * 30, size: 12 });
	if (padding > 0) document.context.register(document.context.stream(Buffer.alloc(padding)));
	return Buffer.from(await document.save());
};

/** Returns a past paper as PDF with a cover and unique questions. Every tenth is a large file. */
const makePaper = (number: number) =>
	makeCover(
		[
			`2705/${300 + number}`,
			`ELECTRICAL PRINCIPLES ${number}`,
			'July 2023',
			'Time: 3 hours',
			'THE KENYA NATIONAL EXAMINATIONS COUNCIL',
			'DIPLOMA IN ELECTRICAL AND ELECTRONIC ENGINEERING',
			`Question ${number}: calculate the current in a coil of ${number * 7 + 3} turns.`,
		],
		number % 10 === 0 ? LARGE : 0,
	);

/** Writes past papers into a folder '2023 July' below `parent`; returns its path. */
export const makePaperFolder = async (parent: string, count: number, from = 1) => {
	const folder = join(parent, '2023 July');
	mkdirSync(folder, { recursive: true });
	for (let number = from; number < from + count; number++) {
		const name = `2705-${300 + number} Electrical Principles ${number} July 2023.pdf`;
		writeFileSync(join(folder, name), await makePaper(number));
	}
	return folder;
};
