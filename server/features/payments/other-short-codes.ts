import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { readConfirmation } from '../../mpesa/deliveries.ts';
import { isOurs } from './apply.ts';

const TOGETHER = 500;

/**
 * Has confirmations looked at again that were kept apart because they named another short code, and
 * whose short code is one of ours by now: who corrects the setting gets the payments.
 */
export const requeueOurs = async (database: Database, shortCodes: readonly string[]) => {
	for (let after = 0; ; ) {
		const apart = await database.read
			.selectFrom('payment_outcomes as o')
			.innerJoin('mpesa_messages as m', 'm.id', 'o.message_id')
			.select(['o.id', 'o.message_id', 'm.body'])
			.where('o.outcome', '=', 'other_short_code')
			.where('o.id', '>', after)
			.where(
				sql<boolean>`not exists (select 1 from payment_outcomes as later
					where later.message_id = o.message_id and later.id > o.id)`,
			)
			.orderBy('o.id')
			.limit(TOGETHER)
			.execute();
		const ours = apart.filter(({ body }) => {
			const sent = readConfirmation(body);
			return sent && isOurs(sent, shortCodes);
		});
		if (ours.length > 0)
			await database.write((trx) =>
				trx
					.insertInto('payment_queue')
					.values(ours.map(({ message_id }) => ({ message_id })))
					.onConflict((conflict) => conflict.doNothing())
					.execute(),
			);
		if (apart.length < TOGETHER) return;
		after = apart.at(-1)?.id ?? 0;
	}
};
