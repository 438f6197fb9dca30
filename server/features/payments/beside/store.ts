import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { notesOf } from '../adjustments/store.ts';
import { openOutcomes } from '../marks/store.ts';
import type { Beside, Found, PaymentRow } from '../tables.ts';

/**
 * What stands beside these payments and counts: what was heard of them and nobody has settled, what people noted, what
 * statements say. One question for all, since every list asks it.
 */
export const lookBeside = async (
	db: Db,
	payments: readonly (Pick<PaymentRow, 'id'> & { receipt: string | null })[],
): Promise<Beside> => {
	if (payments.length === 0) return new Map();
	const ids = payments.map(({ id }) => id);
	// Nobody has the empty receipt; so the text of the question depends on their number alone.
	const receipts = payments.map(({ receipt }) => receipt ?? '');
	const notes = notesOf(sql.join(ids), sql.join(receipts));
	const { rows } = await sql<Found>`${notes} union all ${openOutcomes(sql.join(ids))}`.execute(db);
	return Map.groupBy(rows, ({ owner }) => owner);
};
