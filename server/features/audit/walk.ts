import type { AuditLogRow } from '../../audit/tables.ts';
import type { Db } from '../../db/database.ts';

const BATCH = 2_000;

/** The whole audit trail, oldest first, a batch at a time. */
export async function* auditRows(db: Db): AsyncGenerator<AuditLogRow> {
	for (let last = ''; ; ) {
		const rows = await db
			.selectFrom('audit_log')
			.selectAll()
			.where('id', '>', last)
			.orderBy('id')
			.limit(BATCH)
			.execute();
		yield* rows;
		const end = rows.at(-1);
		if (!end || rows.length < BATCH) return;
		last = end.id;
	}
}
