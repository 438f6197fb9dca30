import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';

/** More than fits in one request. */
const LARGE = 600 * 1024;

/** Returns a past paper as PDF with a cover and unique questions. Every tenth is a large file. */
const paper = async (number: number) => {
	const document = await PDFDocument.create();
	// The file is the same on each run.
	document.setCreationDate(new Date(0));
	document.setModificationDate(new Date(0));
	const cover = document.addPage([595, 842]);
	const lines = [
		`2705/${300 + number}`,
		`ELECTRICAL PRINCIPLES ${number}`,
		'July 2023',
		'Time: 3 hours',
		'THE KENYA NATIONAL EXAMINATIONS COUNCIL',
		'DIPLOMA IN ELECTRICAL AND ELECTRONIC ENGINEERING',
		`Question ${number}: calculate the current in a coil of ${number * 7 + 3} turns.`,
	];
	for (const [index, line] of lines.entries())
		cover.drawText(line, { x: 60, y: 760 - index * 30, size: 12 });
	if (number % 10 === 0) document.context.register(document.context.stream(Buffer.alloc(LARGE)));
	return Buffer.from(await document.save());
};

/** Writes past papers into a folder '2023 July' below `parent`; returns its path. */
export const paperFolder = async (parent: string, count: number, from = 1) => {
	const folder = join(parent, '2023 July');
	mkdirSync(folder, { recursive: true });
	for (let number = from; number < from + count; number++) {
		const name = `2705-${300 + number} Electrical Principles ${number} July 2023.pdf`;
		writeFileSync(join(folder, name), await paper(number));
	}
	return folder;
};
