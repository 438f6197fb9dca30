import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely';
import type { Step } from './step.ts';

/** Work that goes on by itself: whose turn it is, and when it was last done. */
export const jobs: Step = (engine) => {
	const sqlite = engine === 'sqlite';
	const instant: RawBuilder<unknown> = sqlite ? sql`text` : sql`timestamptz`;
	return {
		up: async (db) => {
			const table = db.schema
				.createTable('jobs')
				.addColumn('name', 'text', (column) => column.primaryKey().notNull())
				.addColumn('holder', 'text')
				.addColumn('lease_until', instant as never)
				.addColumn('started_at', instant as never)
				.addColumn('finished_at', instant as never)
				.addColumn('failed_at', instant as never)
				.addColumn('note', 'text') as CreateTableBuilder<string, string>;
			await (sqlite ? table.modifyEnd(sql`strict`) : table).execute();
		},
	};
};
