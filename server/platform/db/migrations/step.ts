import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A migration of the schema. Migrations only go forward; released ones are never edited. */
export type Step = (engine: 'sqlite' | 'postgres') => Migration;

/** Migrations by name. Names begin with a number of four digits and run in their order. */
export type Steps = Readonly<Record<string, Step>>;

/** Ends a statement at the end of a line, unless the next line is indented or is `end`. */
const STATEMENT_END = /;\n(?!\t|end\b)/;

/** Makes a migration from `sqlite.sql` and `postgres.sql` in a folder next to this file. */
export const sqlStep =
	(name: string): Step =>
	(engine) => ({
		up: async (db) => {
			const text = readFileSync(join(import.meta.dirname, name, `${engine}.sql`), 'utf8');
			for (const statement of text.split(STATEMENT_END))
				if (statement.trim() !== '') await sql.raw(statement).execute(db);
		},
	});

/** Lists the migrations that have a folder next to this file, in the order of their numbers. */
export const listSqlSteps = (): Steps =>
	Object.fromEntries(
		readdirSync(import.meta.dirname)
			.filter((name) => /^\d{4}-[^.]+$/.test(name))
			.toSorted()
			.map((name) => [name, sqlStep(name)]),
	);
