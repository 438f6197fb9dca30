import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decoded, parseCsv, UnreadableError } from './csv.ts';
import { columnsOf, entities, type Kind, kinds } from './entities.ts';
import type { Refusal } from './report.ts';
import { cellValue } from './values.ts';

/** One row as its file means it: a sheet's text is a number or a switch where its field is. */
export interface SourceRow {
	file: string;
	row: number;
	cells: Record<string, unknown>;
}

/** A folder, read. */
export interface Source {
	rows: Record<Kind, SourceRow[]>;
	refused: Refusal[];
	notes: string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows of a sheet. Empty cells are absent; empty rows are none, but are counted. */
const fromCsv = (file: string, text: string, refused: Refusal[], kind: Kind) => {
	const [header = [], ...body] = parseCsv(text);
	const names = header.map((name) => name.trim());
	const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
	if (twice !== undefined) throw new UnreadableError(`the column “${twice}” is there twice`);
	const { shape } = entities[kind].resource.create;
	const value = (name: string, cell: string) =>
		Object.hasOwn(shape, name) ? cellValue(cell, shape[name]) : cell;
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
				cells: Object.fromEntries(named.map(([name, cell]) => [name, value(name, cell)])),
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

const notesOnColumns = (file: string, kind: Kind, columns: string[]) => {
	const known = columnsOf(entities[kind]);
	return columns
		.filter((column) => !known.includes(column))
		.map((column) => {
			const meant = known.find((name) => name.toLowerCase() === column.toLowerCase());
			return `${file}: the column “${column}” is not known and was ignored${meant ? `; “${meant}” is` : ''}.`;
		});
};

const readOne = async (source: Source, folder: string, kind: Kind, file: string) => {
	try {
		const text = decoded(await readFile(join(folder, file)));
		const read = file.endsWith('.json') ? fromJson : fromCsv;
		const { rows, columns } = read(file, text, source.refused, kind);
		source.notes.push(...notesOnColumns(file, kind, columns));
		const parent = entities[kind].parent?.column;
		if (parent && rows.length > 0 && !columns.includes(parent))
			throw new UnreadableError(`the column “${parent}” is missing`);
		source.rows[kind] = rows;
	} catch (error) {
		if (!(error instanceof UnreadableError)) throw error;
		source.refused.push({ file, message: `The file cannot be read: ${error.message}` });
	}
};

/** Reads the files of a catalogue folder; what cannot be read is refused, never thrown. */
export const readSource = async (folder: string): Promise<Source> => {
	const source: Source = {
		rows: { courses: [], subjects: [], topics: [], examsets: [], pastpapers: [] },
		refused: [],
		notes: [],
	};
	let names: string[];
	try {
		names = await readdir(folder);
	} catch {
		source.refused.push({ file: folder, message: 'There is no such folder' });
		return source;
	}
	for (const kind of kinds) {
		const files = names.filter((name) => name === `${kind}.csv` || name === `${kind}.json`);
		if (files.length > 1)
			source.refused.push({
				file: files.join(' and '),
				message: 'There may be only one of them',
			});
		else if (files[0] !== undefined) await readOne(source, folder, kind, files[0]);
	}
	const used = (name: string) =>
		kinds.some((kind) => name === `${kind}.csv` || name === `${kind}.json`);
	const tables = names.filter((name) => /\.(csv|json)$/i.test(name));
	for (const name of tables.filter((table) => !used(table)).sort())
		source.notes.push(`${name} is not a file of the format and was ignored.`);
	if (!tables.some(used))
		source.refused.push({
			file: folder,
			message: `None of these is there as .csv or .json: ${kinds.join(', ')}`,
		});
	return source;
};
