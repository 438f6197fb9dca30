import { sql } from 'kysely';
import type { AuditContext } from '../audit-context.ts';
import type { Trx } from '../db/database.ts';
import { lockRows } from '../db/engine.ts';
import { conflict } from '../errors.ts';
import { begin, setTotal } from './begin.ts';
import { UNDO_MS } from './store.ts';
import type { OperationRow } from './tables.ts';

/** Why an operation cannot be undone, in a sentence; undefined where it can. */
const whyNot = async (trx: Trx, row: OperationRow, now: number) => {
	if (row.action === 'undo') return 'What takes something back cannot be taken back itself.';
	if (!row.finished_at) return 'This is still going on. Please wait until it is done.';
	if (Date.parse(row.at) + UNDO_MS <= now) return 'This can be undone for 30 days, which are over.';
	const undone = trx.selectFrom('operations').select('id').where('undo_of', '=', row.id);
	return (await undone.executeTakeFirst()) && 'This has been undone already.';
};

/** Makes the operation that takes another one back, item by item, as far as that was done: once. */
export const beginUndo = async (trx: Trx, row: OperationRow, by: AuditContext, now: number) => {
	const own = trx.selectFrom('operations').selectAll().where('id', '=', row.id);
	await lockRows(trx, own, 'change').execute();
	const why = await whyNot(trx, row, now);
	if (why) throw conflict(why);
	const asked = {
		kind: row.kind,
		action: 'undo',
		undoOf: row.id,
		target: { of: row.action },
	} as const;
	const made = await begin(trx, asked, by, now);
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto('operation_rows')
		.columns(['operation', 'n', 'item_id', 'name', 'state', 'before', 'version', 'deletion'])
		.expression(
			trx
				.selectFrom('operation_rows')
				.where('operation', '=', row.id)
				.where('state', '=', 'done')
				.select([
					sql<string>`${made.id}`.as('operation'),
					sql<number>`row_number() over (order by n)`.as('n'),
					...(['item_id', 'name'] as const),
					sql<'pending'>`'pending'`.as('state'),
					...(['before', 'version', 'deletion'] as const),
				]),
		)
		.executeTakeFirstOrThrow();
	await setTotal(trx, made.id, Number(numInsertedOrUpdatedRows));
	return made;
};
