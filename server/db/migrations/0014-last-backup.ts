import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely';
import type { Step } from './step.ts';

/** What is remembered of the last backup, where all servers find it: one row. */
export const lastBackup: Step = (engine) => {
	const sqlite = engine === 'sqlite';
	const instant: RawBuilder<unknown> = sqlite ? sql`text` : sql`timestamptz`;
	return {
		up: async (db) => {
			const table = db.schema
				.createTable('last_backup')
				.addColumn('id', 'integer', (column) => column.primaryKey().notNull().check(sql`id = 1`))
				.addColumn('at', instant as never, (column) => column.notNull())
				.addColumn('destination', 'text', (column) => column.notNull())
				.addColumn('lost', 'integer', (column) => column.notNull()) as CreateTableBuilder<
				string,
				string
			>;
			await (sqlite ? table.modifyEnd(sql`strict`) : table).execute();
		},
	};
};
