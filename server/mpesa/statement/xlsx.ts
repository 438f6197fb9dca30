import { StringDecoder } from 'node:string_decoder';
import { decoded } from '../../files/inspect/office-xml.ts';
import { readZip, refuseBombs, type ZipDirectory } from '../../files/inspect/zip.ts';
import type { ByteSource } from '../../files/store.ts';
import { type Cells, UnreadableStatement } from './unreadable.ts';

/** Unpacked, a sheet of 100,000 lines has some 60 MB. */
const LARGEST = 150 * 1024 ** 2;
const SHEET = /^xl\/worksheets\/sheet\d*\.xml$/;
const COLUMNS_MAX = 64;

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
		if (last < 0) continue;
		yield held.slice(0, last + end.length);
		held = held.slice(last + end.length);
	}
	yield held;
}

const TEXT = /<t(?:\s[^>]*)?>([^<]*)<\/t>/g;
const textIn = (xml: string) =>
	[...xml.matchAll(TEXT)].map(([, text = '']) => decoded(text)).join('');

const sharedStrings = async (zip: ZipDirectory) => {
	const texts: string[] = [];
	for await (const xml of elements(zip, 'xl/sharedStrings.xml', '</si>'))
		for (const [, inner = ''] of xml.matchAll(/<si(?:\s[^>]*)?>(.*?)<\/si>/gs))
			texts.push(textIn(inner));
	return texts;
};

/** `C` of `C12` is 2. */
const columnOf = (reference: string) =>
	[...reference.replace(/\d+$/, '')].reduce(
		(sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
		0,
	) - 1;

const ROW = /<row(?:\s[^>]*)?>(.*?)<\/row>/gs;
const CELL = /<c((?:\s[^>]*?)?)(?:\/>|>(.*?)<\/c>)/gs;
const attribute = (text: string, name: string) =>
	new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];

const cellOf = (type: string | undefined, inner: string, texts: readonly string[]) => {
	if (type === 'inlineStr') return textIn(inner);
	const value = decoded(/<v(?:\s[^>]*)?>([^<]*)<\/v>/.exec(inner)?.[1] ?? '');
	return type === 's' ? (texts[Number(value)] ?? '') : value;
};

const rowOf = (xml: string, texts: readonly string[]) => {
	const cells: string[] = [];
	for (const [, attributes = '', inner = ''] of xml.matchAll(CELL)) {
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
		for (const [, inner = ''] of xml.matchAll(ROW)) rows.push(rowOf(inner, texts));
	if (rows.length === 0) throw notExcel();
	return rows;
};
