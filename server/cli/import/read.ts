import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type AnyResource, columnOf } from '#shared/contract/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import type { z } from '#shared/zod.ts';
import { parentKinds } from '../../content/tables.ts';
import { contentStores } from '../../features/content.ts';
import type { Refusal } from './report.ts';

/** The kinds of rows, parents first. A folder has one file for each, named after the kind. */
export const kinds = Object.keys(contentStores) as ResourceKey[];

/** Returns the name of the column with the key of a referred row. */
export const keyColumn = (key: ResourceKey) => resources[key].kind;

/** Returns the columns of a kind's file, from its contract. */
export const shapeOf = (key: ResourceKey) => {
	const resource: AnyResource = contentStores[key].resource;
	const parent = parentKinds(key).at(-1);
	const [reference] = Object.entries(contentStores[key].references);
	const about = reference && { field: reference[0], key: reference[1] };
	const fields = Object.keys(resource.create.shape).filter((field) => field !== about?.field);
	/** Fields that contain a link; a file name in the column `file` fills the first one. */
	const links = fields.filter((field) => columnOf(resource, field) === 'url');
	const references = [parent, about?.key].flatMap((each) => each ?? []).map(keyColumn);
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
	refused: Refusal[];
	notes: string[];
}

/** Returns the delimiter of a sheet. Spreadsheets write semicolons in languages with a decimal comma. */
const delimiterOf = (text: string) => {
	const header = (text.split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '');
	return header.split(';').length > header.split(',').length ? ';' : ',';
};

/** Returns the type of a field without `optional` and `nullable`: 'string', 'number', 'boolean', 'enum' … */
const typeOf = (field: z.ZodMiniType): string => {
	const { type, innerType } = field.def as { type: string; innerType?: z.ZodMiniType };
	return innerType ? typeOf(innerType) : type;
};

/** Returns the value of a cell. Text that does not match its field stays text, so that the field refuses it. */
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

/** Reads a sheet. Omits empty cells and empty rows; empty rows keep their number. */
const readSheet = (file: string, bytes: Buffer, key: ResourceKey) => {
	const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	const names: string[] = [];
	const records: Record<string, string>[] = parse(text, {
		delimiter: delimiterOf(text),
		relax_column_count_less: true,
		columns: (header: string[]) => {
			names.push(...header.map((name) => name.trim()));
			return names;
		},
	});
	const fields = new Map<string, z.ZodMiniType>(Object.entries(shapeOf(key).resource.create.shape));
	const rows = records.map((record, index): SourceRow => {
		const filled = Object.entries(record).filter(([, cell]) => cell.trim() !== '');
		const cells = filled.map(([name, cell]) => [name, cellValue(cell, fields.get(name))]);
		return { file, row: index + 2, cells: Object.fromEntries(cells) };
	});
	return { rows: rows.filter(({ cells }) => Object.keys(cells).length > 0), names };
};

/** Reads the sheets of a catalogue folder; lists unreadable ones in `refused`. */
export const readSource = async (folder: string): Promise<Source> => {
	const source: Source = { rows: {}, refused: [], notes: [] };
	const files = await readdir(folder).catch(() => undefined);
	if (!files) return { ...source, refused: [{ file: folder, message: 'There is no such folder' }] };
	const sheets = new Set(files.filter((name) => /\.csv$/i.test(name)).sort());
	const known = kinds.filter((key) => sheets.delete(`${resources[key].word}.csv`));
	for (const key of known) {
		const file = `${resources[key].word}.csv`;
		try {
			const { rows, names } = readSheet(file, await readFile(join(folder, file)), key);
			source.rows[key] = rows;
			const { columns } = shapeOf(key);
			for (const name of names.filter((each) => each !== '' && !columns.includes(each)))
				source.notes.push(`${file}: the column “${name}” is not known and was ignored.`);
		} catch (error) {
			const message = `The file cannot be read: ${(error as Error).message}`;
			source.refused.push({ file, message });
		}
	}
	for (const name of sheets)
		source.notes.push(`${name} is not a file of the format and was ignored.`);
	const words = kinds.map((key) => resources[key].word);
	if (known.length === 0)
		source.refused.push({
			file: folder,
			message: `There is no .csv of these: ${words.join(', ')}`,
		});
	return source;
};
