import type { Step } from './step.ts';

/**
 * A person and a kind of item together: with one of them alone in an index, whoever did nearly everything
 * and hardly touched a kind was looked through from end to end.
 */
export const auditByKind: Step = () => ({
	up: async (db) => {
		await db.schema.dropIndex('audit_log_actor_action_id_item_kind').execute();
		for (const columns of [
			['actor', 'action', 'id'],
			['actor', 'item_kind', 'action', 'id'],
		])
			await db.schema
				.createIndex(`audit_log_${columns.join('_')}`)
				.on('audit_log')
				.columns(columns)
				.execute();
	},
});
