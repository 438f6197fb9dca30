import { sql } from 'kysely';
import { buildPaymentKeys } from '#shared/payment-keys.ts';
import { type Step, sqlStep } from './step.ts';

const TABLES = ['payment_events', 'payment_outcomes', 'payment_checks', 'decisions'];
const ORIGINS: Record<string, string> = { request: 'stk', booked: 'statement', sample: 'sample' };

interface Deleted {
	id: string;
	at: string;
	cause: string;
	is_merged: number;
	/** The fields of the payment when it was deleted, from the audit trail. */
	before: string | null;
}

/** Returns a payment that an earlier release deleted, as a void one. Phones are masked in the audit trail, so it has none. */
const toVoidPayment = ({ id, at, cause, is_merged, before }: Deleted) => {
	const fields = JSON.parse(before ?? '{}');
	const { receipt = null, account_reference = null } = fields;
	const none = { phone: null, checkout_request_id: null, merchant_request_id: null };
	const keys = { ...none, receipt, payer_name: null, references: [account_reference] };
	return {
		id,
		...none,
		origin: ORIGINS[cause] ?? 'c2b',
		status: 'void',
		amount: fields.amount ?? 1,
		account_reference,
		description: fields.amount
			? fields.description
			: 'An earlier release deleted this payment; its amount is unknown',
		months: fields.months,
		result_code: fields.result_code,
		paid_at: fields.paid_at,
		start_date: fields.start_date,
		end_date: fields.end_date,
		updated_at: new Date(at).toISOString(),
		...(is_merged ? {} : buildPaymentKeys(keys)),
	};
};

/** Adds foreign keys to payments. Payments that an earlier release deleted, and that other tables name, become void rows. */
export const foreignKeysStep: Step = (engine) => ({
	up: async (db) => {
		const named = sql.join(
			TABLES.map(
				(
					table,
				) => sql`select t.payment_id from ${sql.table(table)} as t where t.payment_id is not null
					and not exists (select 1 from payments as p where p.id = t.payment_id)`,
			),
			sql` union `,
		);
		const { rows } = await sql<Deleted>`
			select n.payment_id as id,
				coalesce((select min(e.at) from payment_events as e where e.payment_id = n.payment_id),
					(select min(o.at) from payment_outcomes as o where o.payment_id = n.payment_id),
					(select min(d.created_at) from decisions as d where d.payment_id = n.payment_id), ${new Date().toISOString()}) as at,
				(select e.cause from payment_events as e where e.payment_id = n.payment_id order by e.id limit 1) as cause,
				(select count(*) from payment_events as e where e.payment_id = n.payment_id and e.cause = 'merged') as is_merged,
				(select a.before from audit_log as a where a.item_id = n.payment_id and a.item_kind = 'transaction'
					and a.action = 'delete' order by a.id desc limit 1) as before
			from (${named}) as n`.execute(db);
		for (const row of rows) {
			const payment = toVoidPayment(row);
			for (let seq = Date.parse(payment.updated_at) * 1024, isStored = false; !isStored; seq++) {
				const { numInsertedOrUpdatedRows } = await db
					.insertInto('payments')
					.values({ ...payment, seq })
					.onConflict((conflict) => conflict.column('seq').doNothing())
					.executeTakeFirstOrThrow();
				isStored = numInsertedOrUpdatedRows === 1n;
			}
		}
		await sqlStep('0022-foreign-keys')(engine).up(db);
	},
});
