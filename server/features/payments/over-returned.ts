import { sql } from 'kysely';
import { formatWhole } from '#shared/grouped.ts';
import type { Db } from '../../db/database.ts';
import { listIds } from '../../db/engine.ts';
import { runInChunks } from '../../db/in-chunks.ts';
import { isAdjustment } from '../decisions/store.ts';
import { computePaymentState, findFacts, isReversalLine, isUnnoted } from './payment-state.ts';
import { type Payment, selectPayments } from './store.ts';

/** Upper bound of the payments that are looked at. */
const OVER_MAX = 10_000;

/** Reads payments by their ids, in any number. */
export const readPayments = async (db: Db, ids: readonly string[]) => {
	const payments: Payment[] = [];
	await runInChunks(ids, async (part) => {
		payments.push(...(await selectPayments(db).where('id', 'in', part).execute()));
	});
	return payments;
};

/** Finds the payments of which more was given back than paid, each with `KSh 4,000 given back for KSh 2,000`. */
export const readOverReturned = async (db: Db) => {
	const { rows } = await sql<{ id: string }>`
		select p.id from (
			select a.payment_id as id, a.amount_shillings as amount from decisions as a where ${isAdjustment('a')}
			union all
			select o.id, l.withdrawn / 100 from statement_lines as l join payments as o on o.receipt = l.linked_receipt
			where l.kind in ('reversal', 'other') and ${isReversalLine} and ${isUnnoted}
		) as back join payments as p on p.id = back.id
		group by p.id, p.amount having sum(back.amount) > p.amount limit ${OVER_MAX}`.execute(db);
	const payments = await readPayments(db, listIds(rows));
	const facts = await findFacts(db, payments);
	return payments.flatMap((payment) => {
		const { given_back } = computePaymentState(payment, facts);
		const text = `KSh ${formatWhole(given_back)} given back for KSh ${formatWhole(payment.amount)}`;
		return given_back > payment.amount ? [{ payment, given_back, text }] : [];
	});
};

/** Finds the words for payments of which more was given back than paid, by their ids. */
export const findOverReturned = async (db: Db) =>
	new Map((await readOverReturned(db)).map(({ payment, text }) => [payment.id, text]));
