import { StringDecoder } from 'node:string_decoder';
import { decoded } from '../../files/inspect/office-xml.ts';
import { readZip, refuseBombs, type ZipDirectory } from '../../files/inspect/zip.ts';
import type { ByteSource } from '../../files/store.ts';
import { type Cells, COLUMNS_MAX, ROWS_MAX, tooLong, UnreadableStatement } from './unreadable.ts';

/** Unpacked, a sheet of 100,000 lines has some 60 MB. */
const LARGEST = 150 * 1024 ** 2;
const SHEET = /^xl\/worksheets\/sheet\d*\.xml$/;
/** A row, or a text: nothing in a statement is longer. */
const ELEMENT_MAX = 1024 ** 2;
const TEXTS_MAX = ROWS_MAX * 14;

const notExcel = () =>
	new UnreadableStatement(
		'This Excel file has no sheet that can be read. Please export the statement again, as CSV.',
	);

/** The text of a part of the file, in pieces that each end where an element does. */
async function* elements(zip: ZipDirectory, name: string | RegExp, end: string) {
	const entry = zip.entries.find(({ fileName }) =>
		typeof name === 'string' ? fileName === name : name.test(fileName),
	);
	if (!entry) return;
	if (entry.uncompressedSize > LARGEST) throw notExcel();
	const decoder = new StringDecoder('utf8');
	let held = '';
	for await (const piece of zip.contentOf(entry)) {
		held += decoder.write(piece);
		const last = held.lastIndexOf(end);
		if (last >= 0) {
			yield held.slice(0, last + end.length);
			held = held.slice(last + end.length);
		}
		if (held.length > ELEMENT_MAX) throw notExcel();
	}
}

/** The attributes and the inside of each element of a name, in one pass, whatever stands there. */
function* within(xml: string, name: string) {
	for (const part of xml.split(new RegExp(`<${name}(?=[\\s/>])`)).slice(1)) {
		const start = part.indexOf('>');
		const attributes = part.slice(0, Math.max(start, 0));
		const end = attributes.endsWith('/') ? start + 1 : part.indexOf(`</${name}>`);
		yield { attributes, inner: end < 0 ? '' : part.slice(start + 1, end) };
	}
}

const textIn = (xml: string) =>
	Array.from(within(xml, 't'), ({ inner }) => decoded(inner)).join('');

const sharedStrings = async (zip: ZipDirectory) => {
	const texts: string[] = [];
	for await (const xml of elements(zip, 'xl/sharedStrings.xml', '</si>'))
		for (const { inner } of within(xml, 'si'))
			if (texts.push(textIn(inner)) > TEXTS_MAX) throw tooLong();
	return texts;
};

/** `C` of `C12` is 2. */
const columnOf = (reference: string) =>
	[...reference.replace(/\d+$/, '')].reduce(
		(sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
		0,
	) - 1;

const attribute = (text: string, name: string) =>
	new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];

const cellOf = (type: string | undefined, inner: string, texts: readonly string[]) => {
	if (type === 'inlineStr') return textIn(inner);
	const [value] = within(inner, 'v');
	const text = decoded(value?.inner ?? '');
	return type === 's' ? (texts[Number(text)] ?? '') : text;
};

const rowOf = (xml: string, texts: readonly string[]) => {
	const cells: string[] = [];
	for (const { attributes, inner } of within(xml, 'c')) {
		const reference = attribute(attributes, 'r');
		const column = reference ? columnOf(reference) : cells.length;
		if (column < 0 || column >= COLUMNS_MAX) continue;
		while (cells.length < column) cells.push('');
		cells[column] = cellOf(attribute(attributes, 't'), inner, texts);
	}
	return cells;
};

/** The first sheet of an Excel file of today ([ECMA-376] part 1, 18.3 and 18.4): text, numbers, results of formulas. */
export const readXlsx = async (bytes: ByteSource): Promise<Cells> => {
	const zip = await readZip(bytes);
	refuseBombs(zip.entries);
	const texts = await sharedStrings(zip);
	const rows: Cells = [];
	for await (const xml of elements(zip, SHEET, '</row>'))
		for (const { inner } of within(xml, 'row'))
			if (rows.push(rowOf(inner, texts)) > ROWS_MAX) throw tooLong();
	if (rows.length === 0) throw notExcel();
	return rows;
};
