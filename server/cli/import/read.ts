import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import type { z } from '#shared/zod.ts';
import { keyColumn, kinds, shapeOf } from './kinds.ts';
import type { Refusal } from './report.ts';

/** One row as its file means it: a sheet's text is a number or a switch where its field is. */
export interface SourceRow {
	file: string;
	row: number;
	cells: Record<string, unknown>;
}

/** A folder, read. */
export interface Source {
	rows: Partial<Record<ResourceKey, SourceRow[]>>;
	refused: Refusal[];
	notes: string[];
}

/** A file that cannot be read at all; the message says why. */
class UnreadableError extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a file, without a byte order mark. */
const decoded = (bytes: Uint8Array) => {
	try {
		return utf8.decode(bytes);
	} catch {
		throw new UnreadableError('the text is not UTF-8; Excel writes that as “CSV UTF-8”');
	}
};

/** Spreadsheets write semicolons where a decimal number is written with a comma. */
const delimiterOf = (text: string) => {
	const header = (text.split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '');
	return header.split(';').length > header.split(',').length ? ';' : ',';
};

const reasons: Record<string, string> = {
	CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed',
	INVALID_OPENING_QUOTE: 'a quotation mark stands inside a cell that is not quoted',
	CSV_INVALID_CLOSING_QUOTE: 'text follows the closing quotation mark of a cell',
};

/** The rows of a sheet, the header among them, each a list of cells. Rows may differ in length. */
const parseCsv = (text: string): string[][] => {
	const lines = text.replace(/\r\n?/g, '\n');
	try {
		return parse(lines, {
			delimiter: delimiterOf(lines),
			record_delimiter: '\n',
			relax_column_count: true,
		});
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		const row = ((error as { records?: number }).records ?? 0) + 1;
		throw new UnreadableError(`in row ${row} ${reasons[error.code] ?? error.message}`);
	}
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a field is beneath its `optional` and `nullable`: 'string', 'number', 'boolean', 'enum' … */
const typeOf = (field: z.ZodMiniType): string => {
	const { type, innerType } = field.def as { type: string; innerType?: z.ZodMiniType };
	return innerType ? typeOf(innerType) : type;
};

/**
 * The value that a cell of a sheet stands for. Text that is no number or no switch stays as it is,
 * so that the field itself refuses it in its own words.
 */
const cellValue = (cell: string, field: z.ZodMiniType | undefined) => {
	const text = cell.trim();
	const type = field && typeOf(field);
	if (type === 'enum') return text;
	if (type === 'array') return text.split(/[,;\n]/);
	if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
	if (type === 'boolean' && /^(true|yes|1)$/i.test(text)) return true;
	if (type === 'boolean' && /^(false|no|0)$/i.test(text)) return false;
	return cell;
};

/** Rows of a sheet. Empty cells are absent; empty rows are none, but are counted. */
const fromCsv = (file: string, text: string, refused: Refusal[], key: ResourceKey) => {
	const [header = [], ...body] = parseCsv(text);
	const names = header.map((name) => name.trim());
	const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
	if (twice !== undefined) throw new UnreadableError(`the column “${twice}” is there twice`);
	const fields = new Map<string, z.ZodMiniType>(Object.entries(shapeOf(key).resource.create.shape));
	const rows: SourceRow[] = [];
	for (const [index, cells] of body.entries()) {
		const row = index + 2;
		const filled = [...cells.entries()].filter(([, cell]) => cell.trim() !== '');
		const named = filled.flatMap(([at, cell]) => (names[at] ? [[names[at], cell] as const] : []));
		if (named.length < filled.length)
			refused.push({
				file,
				row,
				message: `There are more cells than the ${names.length} columns of the header; a text with a comma in it needs quotation marks`,
			});
		else if (named.length > 0)
			rows.push({
				file,
				row,
				cells: Object.fromEntries(
					named.map(([name, cell]) => [name, cellValue(cell, fields.get(name))]),
				),
			});
	}
	return { rows, columns: names.filter((name) => name !== '') };
};

const fromJson = (file: string, text: string, refused: Refusal[]) => {
	let items: unknown;
	try {
		items = JSON.parse(text);
	} catch (error) {
		throw new UnreadableError(`it is not JSON: ${(error as Error).message}`);
	}
	if (!Array.isArray(items)) throw new UnreadableError('it must hold a list: [ … ]');
	const rows: SourceRow[] = [];
	for (const [index, cells] of items.entries()) {
		const row = index + 1;
		if (isRecord(cells)) rows.push({ file, row, cells });
		else refused.push({ file, row, message: 'It must be an object: { … }' });
	}
	return { rows, columns: [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))] };
};

const notesOnColumns = (file: string, known: string[], columns: string[]) =>
	columns
		.filter((column) => !known.includes(column))
		.map((column) => {
			const meant = known.find((name) => name.toLowerCase() === column.toLowerCase());
			return `${file}: the column “${column}” is not known and was ignored${meant ? `; “${meant}” is` : ''}.`;
		});

const readOne = async (source: Source, folder: string, key: ResourceKey, file: string) => {
	try {
		const text = decoded(await readFile(join(folder, file)));
		const read = file.endsWith('.json') ? fromJson : fromCsv;
		const { rows, columns } = read(file, text, source.refused, key);
		const { columns: known, parent } = shapeOf(key);
		source.notes.push(...notesOnColumns(file, known, columns));
		if (parent && rows.length > 0 && !columns.includes(keyColumn(parent)))
			throw new UnreadableError(`the column “${keyColumn(parent)}” is missing`);
		source.rows[key] = rows;
	} catch (error) {
		if (!(error instanceof UnreadableError)) throw error;
		source.refused.push({ file, message: `The file cannot be read: ${error.message}` });
	}
};

/** Reads the files of a catalogue folder; what cannot be read is refused, never thrown. */
export const readSource = async (folder: string): Promise<Source> => {
	const source: Source = { rows: {}, refused: [], notes: [] };
	const refuse = (file: string, message: string) => source.refused.push({ file, message });
	const names = await readdir(folder).catch(() => undefined);
	if (!names) {
		refuse(folder, 'There is no such folder');
		return source;
	}
	const tables = new Set(names.filter((name) => /\.(csv|json)$/i.test(name)).sort());
	const words = kinds.map((key) => resources[key].word);
	let isEmpty = true;
	for (const key of kinds) {
		const { word } = resources[key];
		const files = [`${word}.csv`, `${word}.json`].filter((name) => tables.delete(name));
		if (files.length > 0) isEmpty = false;
		if (files.length > 1) refuse(files.join(' and '), 'There may be only one of them');
		else if (files[0] !== undefined) await readOne(source, folder, key, files[0]);
	}
	for (const name of tables)
		source.notes.push(`${name} is not a file of the format and was ignored.`);
	if (isEmpty) refuse(folder, `None of these is there as .csv or .json: ${words.join(', ')}`);
	return source;
};
