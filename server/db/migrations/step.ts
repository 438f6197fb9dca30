import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A step of the schema. Forward only; what was released is never edited. */
export type Step = (engine: 'sqlite' | 'postgres') => Migration;

/** Steps by their names, in the order of these. */
export type Steps = Readonly<Record<string, Step>>;

/** A statement ends with its line; what is indented, or `end`, is still part of the one before. */
const STATEMENT_END = /;\n(?!\t|end\b)/;

/** The step that a folder beside this file holds: for each engine files of plain SQL, in the order of their names. */
export const sqlStep =
	(name: string): Step =>
	(engine) => ({
		up: async (db) => {
			const folder = join(import.meta.dirname, name);
			for (const file of readdirSync(folder).sort()) {
				if (!file.endsWith(`.${engine}.sql`)) continue;
				const statements = readFileSync(join(folder, file), 'utf8').split(STATEMENT_END);
				for (const statement of statements.filter((text) => text.trim() !== ''))
					await sql.raw(statement).execute(db);
			}
		},
	});
