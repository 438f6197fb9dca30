import { sql } from 'kysely';
import type { Step } from './step.ts';

/** Payments whose receipt has not arrived are few among many, and are listed by that. */
export const marks: Step = () => ({
	up: async (db) => {
		await sql`create index payments_receipt_awaited on payments (seq)
			where status = 'completed' and receipt is null`.execute(db);
	},
});
