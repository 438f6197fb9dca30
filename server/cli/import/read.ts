import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type AnyResource, getColumn } from '#shared/contract/content/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import { formatCount } from '#shared/grouped.ts';
import type { z } from '#shared/zod.ts';
import { contentStores } from '../../content/kinds/store.ts';
import { listParentKinds } from '../../content/resources/tables.ts';
import type { Refusal } from './report.ts';

/** The kinds of rows, parents first. A folder has one file for each, named after the kind. */
export const kinds = Object.keys(contentStores) as ResourceKey[];

/** Returns the name of the column with the key of a referred row. */
export const getKeyColumn = (key: ResourceKey) => resources[key].auditKind;

/** Returns the columns of a kind's file, from its contract. */
export const describeShape = (key: ResourceKey) => {
	const resource: AnyResource = contentStores[key].resource;
	const parent = listParentKinds(key).at(-1);
	const [reference] = Object.entries(contentStores[key].references);
	const about = reference && { field: reference[0], key: reference[1] };
	const fields = Object.keys(resource.create.shape).filter((field) => field !== about?.field);
	/** Fields that contain a link; a file name in the column `file` fills the first one. */
	const links = fields.filter((field) => getColumn(resource, field) === 'url');
	const references = [parent, about?.key].flatMap((each) => each ?? []).map(getKeyColumn);
	const columns = ['key', ...references, ...fields, ...(links.length > 0 ? ['file'] : [])];
	return { resource, parent, about, link: links[0], links, fields, columns };
};

/** A row of a sheet; cells are converted to the values of their fields. */
export interface SourceRow {
	file: string;
	row: number;
	cells: Record<string, unknown>;
}

/** All rows of a catalogue folder. */
export interface Source {
	rows: Partial<Record<ResourceKey, SourceRow[]>>;
	accounts: SourceRow[];
	refused: Refusal[];
	notes: string[];
}

const DELIMITERS = [',', ';', '\t'];

/** Guesses the delimiter from the first line with text. Excel writes semicolons where the decimal mark is a comma. */
const guessDelimiter = (text: string) => {
	const header = (/^.*[^\s,;].*$/m.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
	const count = (delimiter: string) => header.split(delimiter).length;
	return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] as string;
};

/** The text of a sheet is not the CSV of the guide. The message is one sentence. */
class SheetError extends Error {}

const decodeSheet = (bytes: Buffer) => {
	if (/^(504b0304|d0cf11e0)/.test(bytes.toString('hex', 0, 4)))
		throw new SheetError('This is an Excel file. Save it as “CSV UTF-8”');
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw new SheetError('The text is not UTF-8. Save the file as “CSV UTF-8”');
	}
};

const QUOTES: Readonly<Record<string, string>> = {
	CSV_QUOTE_NOT_CLOSED: 'A quotation mark opens a text and none closes it',
	CSV_INVALID_CLOSING_QUOTE: 'Text follows a closing quotation mark',
	INVALID_OPENING_QUOTE: 'A quotation mark stands inside a text that does not start with one',
};

/** Splits a sheet into records, the first one for row 1 of a spreadsheet. Excel hides the line `sep=;`. */
const splitRecords = (sheet: string): string[][] => {
	const [line = '', named] = /^sep=(.)\r?\n/i.exec(sheet) ?? [];
	const text = sheet.slice(line.length);
	try {
		return parse(text, { delimiter: named ?? guessDelimiter(text), relax_column_count: true });
	} catch (error) {
		const { code, records, message } = error as Error & { code: string; records?: number };
		const row = records === undefined ? '' : ` (row ${records + 1})`;
		throw new SheetError(code in QUOTES ? `${QUOTES[code]}${row}` : message);
	}
};

/** Returns the type of a field without `optional` and `nullable`: 'string', 'number', 'boolean', 'enum' … */
const getFieldType = (field: z.ZodMiniType): string => {
	const { type, innerType } = field.def as { type: string; innerType?: z.ZodMiniType };
	return innerType ? getFieldType(innerType) : type;
};

/** The text of a cell that empties its field. A cell without text leaves the field as it is. */
const EMPTY = '(empty)';

/** Returns the value of a cell. Text that does not match its field stays text, so that the field refuses it. */
const parseCell = (cell: string, field: z.ZodMiniType | undefined) => {
	const text = cell.trim();
	const type = field && getFieldType(field);
	if (text.toLowerCase() === EMPTY) return type === 'array' ? [] : null;
	if (type === 'enum') return text;
	if (type === 'array') return text.split(/[,;\n]/);
	if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
	if (type === 'boolean' && /^(true|yes|1)$/i.test(text)) return true;
	if (type === 'boolean' && /^(false|no|0)$/i.test(text)) return false;
	return cell;
};

const isFilled = (record: readonly string[]) => record.some((cell) => cell.trim() !== '');

/** Returns the columns that the cells of a header name, in any case; `problems` are sentences. */
const readHeader = (header: readonly string[], columns: readonly string[]) => {
	const byName = new Map(columns.map((column) => [column.toLowerCase(), column]));
	const problems: string[] = [];
	const names = header.map((cell) => cell.trim());
	const known = names.map((name) => byName.get(name.toLowerCase()) ?? '');
	for (const [at, name] of names.entries()) {
		const column = known[at] ?? '';
		if (name !== '' && column === '')
			problems.push(`Unknown column “${name}”. This file accepts: ${columns.join(', ')}`);
		if (column !== '' && known.indexOf(column) < at)
			problems.push(`The column “${name}” is there twice`);
	}
	return { names: known, problems };
};

const checkWidth = (record: readonly string[], names: readonly string[]) => {
	if (record.length !== names.length)
		return `The row has ${formatCount(record.length, 'cell')}, and the header ${names.length}. Put a text that contains the separator in quotation marks`;
	const unnamed = record.findIndex((cell, at) => names[at] === '' && cell.trim() !== '');
	return unnamed < 0 ? undefined : `Column ${unnamed + 1} has no name`;
};

/** Reads a sheet. Omits empty cells and empty rows; empty rows keep their number. */
const readSheet = (
	file: string,
	bytes: Buffer,
	columns: readonly string[],
	fields: ReadonlyMap<string, z.ZodMiniType>,
) => {
	const records = splitRecords(decodeSheet(bytes));
	const first = records.findIndex(isFilled);
	const { names, problems } = readHeader(records[first] ?? [], columns);
	const refused = problems.map((message): Refusal => ({ file, row: first + 1, message }));
	if (refused.length > 0) return { rows: [], refused };
	const rows: SourceRow[] = [];
	for (const [index, record] of records.entries()) {
		if (index <= first || !isFilled(record)) continue;
		const message = checkWidth(record, names);
		if (message !== undefined) refused.push({ file, row: index + 1, message });
		const cells = names.flatMap((name, at): [string, unknown][] => {
			const cell = record[at] ?? '';
			return cell.trim() === '' ? [] : [[name, parseCell(cell, fields.get(name))]];
		});
		if (message === undefined)
			rows.push({ file, row: index + 1, cells: Object.fromEntries(cells) });
	}
	return { rows, refused };
};

type Tail<List extends unknown[]> = List extends [unknown, unknown, ...infer Rest] ? Rest : never;

const ACCOUNTS_FILE = 'accounts.csv';

/** Reads the sheets of a catalogue folder; lists unreadable ones in `refused`. */
export const readSource = async (folder: string): Promise<Source> => {
	const source: Source = { rows: {}, accounts: [], refused: [], notes: [] };
	const files = await readdir(folder).catch(() => undefined);
	if (!files) return { ...source, refused: [{ file: folder, message: 'There is no such folder' }] };
	const sheets = new Set(files.filter((name) => /\.csv$/i.test(name)).sort());
	const foundKinds = kinds.filter((key) => sheets.delete(`${resources[key].slug}.csv`));
	const read = async (file: string, ...shape: Tail<Parameters<typeof readSheet>>) => {
		try {
			const { rows, refused } = readSheet(file, await readFile(join(folder, file)), ...shape);
			source.refused.push(...refused);
			return rows;
		} catch (error) {
			const { message } = error as Error;
			const isPlain = error instanceof SheetError;
			source.refused.push({
				file,
				message: isPlain ? message : `The file cannot be read: ${message}`,
			});
			return [];
		}
	};
	for (const key of foundKinds) {
		const { resource, columns } = describeShape(key);
		const fields = new Map<string, z.ZodMiniType>(Object.entries(resource.create.shape));
		source.rows[key] = await read(`${resources[key].slug}.csv`, columns, fields);
	}
	const hasAccounts = sheets.delete(ACCOUNTS_FILE);
	if (hasAccounts) source.accounts = await read(ACCOUNTS_FILE, ['account'], new Map());
	for (const name of sheets)
		source.notes.push(`${name} is not a file of the format and was ignored.`);
	const words = [...kinds.map((key) => resources[key].slug), 'accounts'];
	if (foundKinds.length === 0 && !hasAccounts)
		source.refused.push({
			file: folder,
			message: `There is no .csv of these: ${words.join(', ')}`,
		});
	return source;
};
