import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { engineOf } from '../db/engine.ts';

/** The triggers of `3-audit.….sql` of the baseline, which refuse to change the trail. */
const GUARDS = {
	sqlite: [
		...['audit_log_follows', 'audit_log_head', 'audit_log_no_update', 'audit_log_no_delete'],
		...['audit_heads_no_delete', 'audit_heads_forward'],
	],
	postgres: [
		...['audit_log_follows', 'audit_log_append_only'],
		...['audit_heads_append_only', 'audit_heads_forward'],
	],
};

/** Which of them are not there, or switched off (`tgenabled`: O and A are on). */
export const missingGuards = async (db: Db) => {
	const engine = engineOf(db);
	const query =
		engine === 'sqlite'
			? sql<{ name: string }>`select name from sqlite_master where type = 'trigger'
					and tbl_name in ('audit_log', 'audit_heads')`
			: sql<{ name: string }>`select tgname as name from pg_trigger where not tgisinternal
					and tgrelid in ('audit_log'::regclass, 'audit_heads'::regclass) and tgenabled in ('O', 'A')`;
	const there = new Set((await query.execute(db)).rows.map(({ name }) => name));
	return GUARDS[engine].filter((name) => !there.has(name));
};
