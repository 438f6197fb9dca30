import { sql } from 'kysely';
import type { Step } from './step.ts';

/**
 * Payments whose receipt has not arrived are few among many, and are listed by that. With columns that are
 * all the same, since SQLite takes the index of receipts otherwise, which has every failed payment too. What was settled is found without going through what happened.
 */
export const marks: Step = () => ({
	up: async (db) => {
		await sql`create index payments_receipt_awaited on payments (status, receipt, seq)
			where status = 'completed' and receipt is null`.execute(db);
		await sql`create index payment_events_settled on payment_events (payment_id, to_status)
			where cause = 'settled'`.execute(db);
	},
});
