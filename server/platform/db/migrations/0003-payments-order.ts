import { sql } from 'kysely';
import { buildPaymentKeys, type SearchedPayment } from '#shared/payment-keys.ts';
import { type Step, sqlStep } from './step.ts';

const BATCH = 500;

type Row = Omit<SearchedPayment, 'references'> & {
	seq: number;
	account_reference: string | null;
	assigned: string | null;
	search_shown: string;
};

/** Adds the indexes of orders and searches, and removes phones in more spellings from the search text of masked phones. */
export const paymentsOrderStep: Step = (engine) => ({
	up: async (db) => {
		await sqlStep('0003-payments-order')(engine).up(db);
		const all =
			engine === 'sqlite'
				? sql`group_concat(a.account_reference, char(10))`
				: sql`string_agg(a.account_reference, chr(10))`;
		for (let after = -1; ; ) {
			const { rows } =
				await sql<Row>`select seq, receipt, phone, checkout_request_id, merchant_request_id,
				account_reference, payer_name, search_shown, (select ${all} from payment_assignments as a
					where a.payment_id = payments.id and a.withdraws is null and not exists (
						select 1 from payment_assignments as w where w.withdraws = a.id)) as assigned
				from payments where seq > ${after} order by seq limit ${BATCH}`.execute(db);
			const last = rows.at(-1);
			if (!last) return;
			for (const { seq, account_reference, assigned, search_shown: stored, ...row } of rows) {
				const references = [account_reference, ...(assigned ?? '').split('\n')];
				const { search_shown } = buildPaymentKeys({ ...row, references });
				if (search_shown !== stored)
					await sql`update payments set search_shown = ${search_shown} where seq = ${seq}`.execute(
						db,
					);
			}
			after = Number(last.seq);
		}
	},
});
