import { sql } from 'kysely';
import { toAccountKey } from '#shared/account.ts';
import { type Step, sqlStep } from './step.ts';

const BATCH = 1_000;

interface Row {
	seq: number;
	account_reference: string | null;
	assigned: string | null;
}

/** Adds devices and the comparable account of each payment, and fills it for existing payments. */
export const learnersStep: Step = (engine) => ({
	up: async (db) => {
		await sqlStep('0002-learners')(engine).up(db);
		for (let after = -1; ; ) {
			const { rows } = await sql<Row>`select seq, account_reference,
				(select a.account_reference from payment_assignments as a
					where a.payment_id = payments.id and a.withdraws is null and not exists (
						select 1 from payment_assignments as w where w.withdraws = a.id)
					order by a.id desc limit 1) as assigned
				from payments where seq > ${after} order by seq limit ${BATCH}`.execute(db);
			const last = rows.at(-1);
			if (!last) return;
			const accounts = rows.flatMap(({ seq, account_reference, assigned }) => {
				const account = toAccountKey(assigned ?? account_reference);
				return account === null ? [] : [sql`(${seq}, ${account})`];
			});
			if (accounts.length > 0)
				await sql`update payments set account = k.column2
					from (values ${sql.join(accounts)}) as k
					where payments.seq = cast(k.column1 as bigint)`.execute(db);
			after = Number(last.seq);
		}
	},
});
