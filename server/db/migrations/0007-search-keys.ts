import { sql } from 'kysely';
import { paymentKeys, type SearchedPayment } from '#shared/payment-keys.ts';
import type { Step } from './step.ts';

const BATCH = 500;

type Row = Omit<SearchedPayment, 'references'> & {
	seq: number;
	account_reference: string | null;
	assigned: string | null;
};

/** Replaces the trigram indexes of payments by a folded search key in each row. */
export const searchKeysStep: Step = (engine) => ({
	up: async (db) => {
		const statements =
			engine === 'sqlite'
				? [
						'drop trigger payments_search_insert',
						'drop trigger payments_search_delete',
						'drop trigger payments_search_update',
						'drop table payments_search',
					]
				: ['drop index payments_search', 'alter table payments drop column search_text'];
		const type = engine === 'sqlite' ? 'text' : 'text collate "C"';
		for (const column of ['search_key', 'search_shown'])
			statements.push(`alter table payments add column ${column} ${type} not null default ''`);
		for (const statement of statements) await sql.raw(statement).execute(db);
		const all =
			engine === 'sqlite'
				? sql`group_concat(a.account_reference, char(10))`
				: sql`string_agg(a.account_reference, chr(10))`;
		for (let after = -1; ; ) {
			const { rows } =
				await sql<Row>`select seq, receipt, phone, checkout_request_id, merchant_request_id,
				account_reference, payer_name, (select ${all} from payment_assignments as a
					where a.payment_id = payments.id and a.withdraws is null and not exists (
						select 1 from payment_assignments as w where w.withdraws = a.id)) as assigned
				from payments where seq > ${after} order by seq limit ${BATCH}`.execute(db);
			const last = rows.at(-1);
			if (!last) return;
			const keys = rows.map(({ account_reference, assigned, ...row }) => {
				const { search_key, search_shown } = paymentKeys({
					...row,
					references: [account_reference, ...(assigned ?? '').split('\n')],
				});
				return sql`(${row.seq}, ${search_key}, ${search_shown})`;
			});
			await sql`update payments set search_key = k.column2, search_shown = k.column3
				from (values ${sql.join(keys)}) as k where payments.seq = cast(k.column1 as bigint)`.execute(
				db,
			);
			after = Number(last.seq);
		}
	},
});
