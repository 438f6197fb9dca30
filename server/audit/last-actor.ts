import { sql } from 'kysely';
import { runCompiled } from '../db/compiled.ts';
import type { Db } from '../db/database.ts';
import type { AuditLogRow } from './tables.ts';

/** Whoever last did something to an item, before this transaction; undefined where nobody has. */
export const lastActorOf = async (db: Db, id: string) => {
	const [row] = await runCompiled<Pick<AuditLogRow, 'actor' | 'actor_name'>>(
		db,
		'audit_log last actor',
		[id],
		() =>
			db
				.selectFrom('audit_log')
				.select(['actor', 'actor_name'])
				.where('item_id', '=', id)
				.orderBy('id', 'desc')
				// A number of ours, so that it is no parameter.
				.limit(sql.lit(1)),
	);
	return row;
};
