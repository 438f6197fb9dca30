import { sql } from 'kysely';
import type { Step } from './step.ts';

/**
 * Links know who made them, so that they end with that person's rights; those that still work are looked up
 * in the audit trail. The first row of a chain of that trail can hold the ends of others.
 */
export const madeByHeads: Step = (engine) => ({
	up: async (db) => {
		const key = engine === 'sqlite' ? sql`text` : sql`text collate "C"`;
		await db.schema
			.alterTable('links')
			.addColumn('made_by', key as never, (column) => column.references('people.id'))
			.execute();
		await sql`update links set made_by = (select people.id from people where 'person:' || people.id = (
			select actor from audit_log where item_kind = 'person' and item_id = links.person_id
				and (details like '%"link":%' or details like '%"invited":%') order by id desc limit 1))
			where used_at is null and purpose <> 'setup'`.execute(db);
		await db.schema.alterTable('audit_log').addColumn('heads', 'text').execute();
		await sql`create index audit_log_first on audit_log (chain) where seq = 1`.execute(db);
	},
});
