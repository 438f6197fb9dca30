import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { findOverReturned } from '../payments/over-returned.ts';
import { type Items, listItemLines, selectItemTime } from '../reconciliation/store.ts';
import { listChangesSince } from './changes-since-closing.ts';
import { completeFigures, IS_EXCEPTION, RETURNED, readMonth } from './month-figures.ts';
import { findPeriod, listOpenWork, readStoredFigures } from './store.ts';

/** Rows of an Excel sheet without its heading (support.microsoft.com, “Excel specifications and limits”). */
const SHEET_MAX = 1_048_575;

interface ReturnRow {
	place: string;
	kind: string;
	receipt: string | null;
	linked_receipt: string | null;
	payment_receipt: string | null;
	payment_id: string | null;
	phone: string | null;
	payer_name: string | null;
	returned: number;
	decided_by: string | null;
	reason: string | null;
	state: string;
}

/** Lists reversals and refunds: statement lines, and notes that no line shows. */
const listReturns = async (db: Db, items: Items) => {
	const { rows } =
		await sql<ReturnRow>`select items.*, ${selectItemTime(db)} as place, ${RETURNED} as returned
		from (${items}) as items where ${RETURNED} > 0 order by place, id limit ${SHEET_MAX}`.execute(
			db,
		);
	const over = await findOverReturned(db);
	return rows.map(
		({ place, kind, receipt, payment_id, linked_receipt, returned, state, ...row }) => ({
			at: place,
			kind: kind === 'refund' ? ('refund' as const) : ('reversal' as const),
			receipt,
			payment_receipt: linked_receipt ?? row.payment_receipt,
			amount: Number(returned) / 100,
			phone: row.phone,
			payer_name: row.payer_name,
			on_statement: state === 'reversed',
			by: row.decided_by,
			reason: row.reason,
			mark: (payment_id !== null && over.get(payment_id)) || null,
		}),
	);
};

/** Returns the contents of a month's workbook. Its lists are those of `now`; a closed month has its stored figures. */
export const readPack = async (db: Db, text: string, now: number) => {
	const row = await findPeriod(db, text);
	const reading = await readMonth(db, text, now);
	const today = await completeFigures(db, reading);
	const closed = row?.state === 'closed' ? row : undefined;
	const listed = { order: sql`place, id`, limit: SHEET_MAX, where: IS_EXCEPTION };
	return {
		month: text,
		closed: closed && { at: closed.at, by: closed.actor_name, reason: closed.reason },
		figures: closed ? readStoredFigures(closed) : today,
		today,
		returns: await listReturns(db, reading.items),
		exceptions: (await listItemLines(db, reading.items, listed)).data,
		changes: closed ? await listChangesSince(db, closed) : [],
		open: await listOpenWork(db, text, reading, now),
	};
};
/** The contents of a month's workbook. */
export type Pack = Awaited<ReturnType<typeof readPack>>;
