import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { readConfirmation } from '../../mpesa/deliveries.ts';
import { isOurs } from './apply.ts';
import { isLatest } from './unmatched.ts';

const DAY_MS = 24 * 3_600_000;
const TOGETHER = 500;

/** Has deliveries applied again; resolves to how many. */
const requeue = async (database: Database, ids: readonly number[]) => {
	if (ids.length > 0)
		await database.write((trx) =>
			trx
				.insertInto('payment_queue')
				.values(ids.map((message_id) => ({ message_id })))
				// Waits for whoever is applying one of them just now and may not have seen its request.
				.onConflict((conflict) => conflict.doNothing())
				.execute(),
		);
	return ids.length;
};

/**
 * Has callbacks applied again that moved no payment because they came before we knew their request: M-Pesa can be
 * faster than our own commit. Runs after that commit, so that none falls between. Of one request, or, after a
 * crash in between, of all that we know by `now` from its last day.
 */
export const requeueEarly = async (
	database: Database,
	of: { request: string } | { now: number },
) => {
	const early = database.read
		.selectFrom('mpesa_messages as m')
		.select('m.id')
		.where('m.kind', '=', 'stk')
		.where(
			sql<SqlBool>`not exists (select 1 from payment_outcomes where message_id = m.id
				and (payment_id is not null or outcome = 'settled'))`,
		);
	const rows =
		'request' in of
			? early.where('m.key', '=', of.request)
			: early
					.innerJoin('payments', 'payments.checkout_request_id', 'm.key')
					.where('m.at', '>', new Date(of.now - DAY_MS).toISOString());
	return requeue(
		database,
		(await rows.execute()).map(({ id }) => id),
	);
};

/**
 * Has confirmations applied again that were kept apart because they named another short code, and whose short code
 * is one of ours by now: who corrects the setting gets the payments.
 */
export const requeueOurs = async (database: Database, shortCodes: readonly string[]) => {
	for (let after = 0; ; ) {
		const apart = await database.read
			.selectFrom('payment_outcomes as o')
			.innerJoin('mpesa_messages as m', 'm.id', 'o.message_id')
			.select(['o.id', 'o.message_id', 'm.body'])
			.where('o.outcome', '=', 'other_short_code')
			.where('o.id', '>', after)
			.where(isLatest)
			.orderBy('o.id')
			.limit(TOGETHER)
			.execute();
		const ours = apart.filter(({ body }) => {
			const sent = readConfirmation(body);
			return sent && isOurs(sent, shortCodes);
		});
		await requeue(
			database,
			ours.map(({ message_id }) => message_id),
		);
		if (apart.length < TOGETHER) return;
		after = apart.at(-1)?.id ?? 0;
	}
};
