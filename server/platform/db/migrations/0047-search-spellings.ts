import { type Kysely, sql } from 'kysely';
import { buildSearchText, toCodeKey } from '#shared/search-key.ts';
import type { Step } from './step.ts';

const BATCH = 1_000;

interface Row {
	id: string;
	name: string | null;
	search_text: string;
	year?: number | null;
	series?: string | null;
	codes?: string | null;
	/** The parents of a deletion. */
	parents?: string;
}

/** The columns that the search text of each table is built from. */
const TABLES: Readonly<Record<string, readonly (keyof Row)[]>> = {
	courses: ['name'],
	subjects: ['name'],
	topics: ['name'],
	exam_sets: ['name', 'year', 'series'],
	past_papers: ['name', 'codes'],
	deletions: ['name', 'parents'],
};

const buildText = ({ name, year = null, series = null, codes, parents }: Row) => {
	if (parents !== undefined) {
		const above = JSON.parse(parents) as { name?: string | null }[];
		return buildSearchText(
			name ?? '',
			above.map((parent) => parent.name ?? null),
		);
	}
	const texts: string[] = JSON.parse(codes ?? '[]');
	return buildSearchText(name ?? '', [year, series, ...texts, ...texts.map(toCodeKey)]);
};

/** Updates the search texts of up to a batch of rows after an id; resolves to the last id. */
const updateBatch = async (db: Kysely<unknown>, table: string, after: string) => {
	const columns = sql.join([...(TABLES[table] ?? [])].map((column) => sql.ref(column)));
	const { rows } = await sql<Row>`select id, search_text, ${columns} from ${sql.table(table)}
		where id > ${after} order by id limit ${BATCH}`.execute(db);
	for (const row of rows) {
		const text = buildText(row);
		if (text !== row.search_text)
			await sql`update ${sql.table(table)} set search_text = ${text} where id = ${row.id}`.execute(
				db,
			);
	}
	return rows.at(-1)?.id;
};

/** Adds the second spelling of initials and compounds to search texts: `plc` and `prestressed`. */
export const searchSpellingsStep: Step = () => ({
	up: async (db) => {
		for (const table of Object.keys(TABLES))
			for (let after: string | undefined = ''; after !== undefined; )
				after = await updateBatch(db, table, after);
	},
});
