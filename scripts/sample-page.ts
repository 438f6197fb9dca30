import { type PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';

/** A paragraph of a page: its label hangs in the margin, `gap` points follow it. */
export interface Line {
	text: string;
	label?: string;
	style?: 'title' | 'heading';
	gap?: number;
}

const [WIDTH, HEIGHT] = [595, 842];
const MARGIN = 56;
const HANG = 34;
const SIZE = 10.5;
const LEADING = 14;

const wrap = (text: string, font: PDFFont, width: number) => {
	const lines: string[] = [];
	if (text === '') return lines;
	for (const word of text.split(' ')) {
		const longer = `${lines.at(-1)} ${word}`;
		if (lines.length > 0 && font.widthOfTextAtSize(longer, SIZE) <= width)
			lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines;
};

/** Writes the footer and its number on each page. */
const number = (pages: readonly PDFPage[], footer: string, font: PDFFont) => {
	for (const [i, page] of pages.entries()) {
		page.drawText(footer, { x: MARGIN, y: MARGIN / 2, font, size: 8 });
		const text = `Page ${i + 1} of ${pages.length}`;
		const x = WIDTH - MARGIN - font.widthOfTextAtSize(text, 8);
		page.drawText(text, { x, y: MARGIN / 2, font, size: 8 });
	}
};

/** Where a row begins that stands in the middle of a page. */
const middle = (row: string, font: PDFFont) => (WIDTH - font.widthOfTextAtSize(row, SIZE)) / 2;

/** Sets paragraphs on as many A4 pages as they need, with a footer and page numbers. */
export const layOut = async (pdf: PDFDocument, lines: readonly Line[], footer: string) => {
	const plain = await pdf.embedFont(StandardFonts.TimesRoman);
	const bold = await pdf.embedFont(StandardFonts.TimesRomanBold);
	const pages: PDFPage[] = [];
	let y = 0;
	const put = (text: string, x: number, font: PDFFont) =>
		(pages.at(-1) as PDFPage).drawText(text, { x, y, font, size: SIZE });

	const place = ({ text, label, style, gap = 3 }: Line) => {
		const font = style ? bold : plain;
		const left = label ? MARGIN + HANG : MARGIN;
		const rows = wrap(text, font, WIDTH - MARGIN - left);
		// A paragraph stays whole: nobody likes the marks on the next page.
		if (pages.length === 0 || y - rows.length * LEADING < MARGIN + LEADING) {
			pages.push(pdf.addPage([WIDTH, HEIGHT]));
			y = HEIGHT - MARGIN;
		}
		if (label && rows.length > 0) put(label, MARGIN, font);
		for (const row of rows) {
			put(row, style === 'title' ? middle(row, font) : left, font);
			y -= LEADING;
		}
		y -= gap;
	};
	for (const line of lines) place(line);

	number(pages, footer, plain);
};
