import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { byEngine } from '../db/engine.ts';

/** The triggers of `7-audit.….sql` of the schema, which refuse to change the trail. */
const GUARDS = {
	sqlite: () => ({
		guards: [
			...['audit_log_follows', 'audit_log_head', 'audit_log_no_update', 'audit_log_no_delete'],
			...['audit_heads_no_delete', 'audit_heads_forward'],
		],
		there: sql<{ name: string }>`select name from sqlite_master where type = 'trigger'
			and tbl_name in ('audit_log', 'audit_heads')`,
	}),
	postgres: () => ({
		guards: [
			...['audit_log_follows', 'audit_log_append_only'],
			...['audit_heads_append_only', 'audit_heads_forward'],
		],
		there: sql<{ name: string }>`select tgname as name from pg_trigger where not tgisinternal
			and tgrelid in ('audit_log'::regclass, 'audit_heads'::regclass) and tgenabled in ('O', 'A')`,
	}),
};

/** Which of them are not there, or switched off (`tgenabled`: O and A are on). */
export const missingGuards = async (db: Db) => {
	const { guards, there } = byEngine(db, GUARDS);
	const { rows } = await there.execute(db);
	return guards.filter((guard) => !rows.some(({ name }) => name === guard));
};
