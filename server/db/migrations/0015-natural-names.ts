import { type Kysely, sql } from 'kysely';
import { nameKey } from '#shared/contract/fields.ts';
import type { Step } from './step.ts';

const NAMED = ['courses', 'subjects', 'topics', 'exam_sets', 'past_papers'];
const AT_ONCE = 1_000;

type AnyDb = Kysely<unknown>;

/**
 * Does the work without the trigger that keeps the trigrams of a table: they are of the folded names, which
 * are found where the keys are, and to make them anew takes five times as long.
 */
const withoutTrigger = async (db: AnyDb, table: string, work: () => Promise<void>) => {
	const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
		where type = 'trigger' and name = ${`${table}_search_update`}`.execute(db);
	for (const trigger of rows) await sql`drop trigger ${sql.table(trigger.name)}`.execute(db);
	await work();
	for (const trigger of rows) await sql.raw(trigger.sql).execute(db);
};

/** The key of a name with a number in it now says how large that is; all others stay as they are. */
export const naturalNames: Step = (engine) => {
	const sqlite = engine === 'sqlite';
	const numbered = sqlite ? sql`name glob '*[0-9]*'` : sql`name ~ '[0-9]'`;
	const fill = async (db: AnyDb, name: string) => {
		const table = sql.table(name);
		let last = '';
		for (;;) {
			const { rows } = await sql<{ id: string; name: string }>`select id, name from ${table}
				where id > ${last} and ${numbered} order by id limit ${sql.lit(AT_ONCE)}`.execute(db);
			if (rows.length === 0) return;
			last = rows.at(-1)?.id as string;
			const keys = JSON.stringify(rows.map((row) => ({ id: row.id, key: nameKey(row.name) })));
			const fresh = sqlite
				? sql`(select value ->> 'id' as id, value ->> 'key' as key from json_each(${keys})) as fresh`
				: sql`json_to_recordset(${keys}::json) as fresh (id text, key text)`;
			await sql`update ${table} set name_key = fresh.key from ${fresh}
				where ${sql.ref(`${name}.id`)} = fresh.id`.execute(db);
		}
	};
	return {
		up: async (db: AnyDb) => {
			for (const name of NAMED)
				if (sqlite) await withoutTrigger(db, name, () => fill(db, name));
				else await fill(db, name);
		},
	};
};
