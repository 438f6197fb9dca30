import { nameKey } from '#shared/contract/fields.ts';
import type { ResourceKey } from '#shared/contract/resources.ts';
import { above, tables } from '../../../server/content/tables.ts';
import type { Database } from '../../../server/db/database.ts';
import { Model, type Row } from './model.ts';

const KINDS = Object.keys(tables) as ResourceKey[];

/** The column of what a kind lies directly under. */
const parentColumn = (kind: ResourceKey) => {
	const parent = above(kind).at(-1);
	return parent && tables[parent].column;
};

/** What is there, as the tables have it. */
export interface Actual {
	rows: Map<string, Row>;
	/** What is in the trash together, by the item that was deleted. */
	trash: Map<string, { id: string; root: string; ids: string[] }>;
}

const readKind = async ({ read }: Pick<Database, 'read'>, kind: ResourceKey): Promise<Row[]> => {
	// biome-ignore lint/suspicious/noExplicitAny: a table that is a parameter
	const rows = await (read as any).selectFrom(tables[kind].table).selectAll().execute();
	const column = parentColumn(kind);
	return rows.map((row: Record<string, unknown>) => ({
		id: row.id,
		kind,
		parent: column ? row[column] : null,
		name: row.name,
		order: row.order_num,
		version: row.version,
		published: row.published ?? null,
		free: row.free ?? null,
		subject: kind === 'pastPapers' ? row.subject_id : null,
		url: row.url ?? null,
	})) as Row[];
};

/** Reads all of it. */
export const readCatalogue = async (database: Pick<Database, 'read'>): Promise<Actual> => {
	const found = await Promise.all(KINDS.map((kind) => readKind(database, kind)));
	const rows = new Map(found.flat().map((row) => [row.id, row]));
	const trashed = await database.read
		.selectFrom('trash_rows')
		.innerJoin('deletions', 'deletions.id', 'trash_rows.deletion_id')
		.select(['trash_rows.item_id as item', 'deletions.id', 'deletions.item_id as root'])
		.execute();
	const trash = new Map(trashed.map(({ id, root }) => [root, { id, root, ids: [] as string[] }]));
	for (const { root, item } of trashed) trash.get(root)?.ids.push(item);
	return { rows, trash };
};

const NOW = '2026-01-01T06:00:00.000Z';

/** Takes everything away, and puts two courses there with a few of each kind under them. */
export const makeCatalogue = async (database: Database, newId: () => string): Promise<Model> => {
	const model = new Model();
	const add = (kind: ResourceKey, parent: string | null, n: number, over: Partial<Row> = {}) => {
		const id = newId();
		const base = { version: 1, subject: null, url: null, published: null, free: null };
		model.put({ ...base, id, kind, parent, name: `${kind} ${n}`, order: n, ...over });
		return id;
	};
	const link = 'https://example.org/a.pdf';
	for (const n of [1, 2]) {
		const course = add('courses', null, n);
		const subjects = [1, 2].map((at) =>
			add('subjects', course, at, { published: true, free: false }),
		);
		for (const [at, subject] of subjects.entries())
			for (let topic = 1; topic <= 2 - at; topic++)
				add('topics', subject, topic, { published: true, free: false, url: link });
		const set = add('examSets', course, 1, { published: false });
		for (const [at, subject] of [...subjects, null].entries())
			add('pastPapers', set, at + 1, { published: true, free: false, subject, url: link });
	}
	await database.write(async (trx) => {
		for (const table of [
			'operations',
			'trash_rows',
			'deletions',
			'courses',
			'item_versions',
		] as const)
			await trx.deleteFrom(table).execute();
		for (const kind of KINDS) {
			const rows = model.listOfKind(kind).map((row) => columnsOf(model, row));
			// biome-ignore lint/suspicious/noExplicitAny: a table that is a parameter
			await (trx as any).insertInto(tables[kind].table).values(rows).execute();
		}
	});
	return model;
};

const columnsOf = (model: Model, row: Row) => {
	const parents = above(row.kind);
	const ids = [row.parent, ...(parents.length === 2 ? [model.courseOf(row.id)] : [])].toReversed();
	return {
		...Object.fromEntries(parents.map((kind, at) => [tables[kind].column, ids[at]])),
		id: row.id,
		name: row.name,
		name_key: nameKey(row.name),
		order_num: row.order,
		created_at: NOW,
		updated_at: NOW,
		...(row.published !== null && { published: row.published }),
		...(row.free !== null && { free: row.free }),
		...(row.kind === 'courses' && { category_id: 'cat_artisan' }),
		...(row.kind === 'examSets' && { year: 2025 }),
		...((row.kind === 'topics' || row.kind === 'pastPapers') && { url: row.url }),
		...(row.kind === 'pastPapers' && { subject_id: row.subject }),
	};
};
