import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A migration of the schema. Migrations only go forward; released ones are never edited. */
export type Step = (engine: 'sqlite' | 'postgres') => Migration;

/** Migrations by name, in order. */
export type Steps = Readonly<Record<string, Step>>;

/** Ends a statement at the end of a line, unless the next line is indented or is `end`. */
const STATEMENT_END = /;\n(?!\t|end\b)/;

/**
 * Makes a migration from the plain SQL files for each engine in a folder next to this file, in order of their names.
 */
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
