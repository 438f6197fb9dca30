import { type Kysely, sql } from 'kysely';
import { nameKey } from '#shared/contract/fields.ts';
import { codeKey, searchTextOf } from '#shared/search-key.ts';
import type { Step } from './step.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tables of this step, not those of today
type AnyDb = Kysely<any>;

const TABLES = ['courses', 'subjects', 'topics', 'exam_sets', 'past_papers', 'deletions'] as const;
/** Tables that SQLite indexed by trigrams, with the index. */
const INDEXES = [
	['subjects', 'subjects_search'],
	['topics', 'topics_search'],
	['exam_sets', 'exam_sets_search'],
	['past_papers', 'past_papers_search'],
	['past_papers', 'past_paper_codes'],
] as const;
const BATCH = 1_000;

const dropOldIndexes: Record<'sqlite' | 'postgres', string[]> = {
	sqlite: INDEXES.flatMap(([, index]) => [
		...['insert', 'delete', 'update'].map(
			(event) =>
				`drop trigger ${index === 'past_paper_codes' ? 'past_paper_codes_search' : index}_${event}`,
		),
		`drop table ${index}`,
	]),
	postgres: [
		...INDEXES.slice(0, 4).map(([, index]) => `drop index ${index}`),
		'drop index past_papers_codes',
		'drop index deletions_search',
	],
};

const fill = async (db: AnyDb, engine: 'sqlite' | 'postgres', table: (typeof TABLES)[number]) => {
	const isDeletion = table === 'deletions';
	for (let after = ''; ; ) {
		const rows = await db
			.selectFrom(table)
			.selectAll()
			.where('id', '>', after)
			.orderBy('id')
			.limit(BATCH)
			.execute();
		if (rows.length === 0) return;
		after = rows.at(-1)?.id;
		const values = rows.map((row) => {
			const name: string = row.name ?? '';
			const parents: { name?: string }[] = isDeletion ? JSON.parse(row.parents) : [];
			const codes: string[] = row.codes ? JSON.parse(row.codes) : [];
			const others = [
				row.year ?? null,
				row.series ?? null,
				...codes,
				...codes.map(codeKey),
				...parents.map((parent) => parent.name ?? null),
			];
			return { id: row.id, name_key: nameKey(name), search_text: searchTextOf(name, others) };
		});
		const json = JSON.stringify(values);
		const source =
			engine === 'sqlite'
				? sql`(select value ->> 'id' as id, value ->> 'name_key' as name_key,
					value ->> 'search_text' as search_text from json_each(${json})) as new`
				: sql`json_to_recordset(${json}::json) as new (id text, name_key text, search_text text)`;
		const key = isDeletion ? sql`` : sql`name_key = new.name_key,`;
		await sql`update ${sql.table(table)} set ${key} search_text = new.search_text
			from ${source} where ${sql.table(table)}.id = new.id`.execute(db);
	}
};

/** Replaces the trigram indexes of names by one `search_text` for each item, and derives the sort keys again. */
export const searchTextStep: Step = (engine) => ({
	up: async (db) => {
		for (const statement of dropOldIndexes[engine]) await sql.raw(statement).execute(db);
		const type = engine === 'sqlite' ? 'text' : 'text collate "C"';
		for (const table of TABLES) {
			const add = `alter table ${table} add column search_text ${type} not null default ''`;
			await sql.raw(add).execute(db);
			await fill(db, engine, table);
		}
		for (const [index, columns] of [
			['deletions_by_at', 'at, id, kind'],
			['deletions_by_kind', 'kind, at, id'],
		] as const) {
			await sql.raw(`drop index ${index}`).execute(db);
			await sql.raw(`create index ${index} on deletions (${columns})`).execute(db);
		}
		await sql.raw('alter table deletions drop column name_key').execute(db);
	},
});
