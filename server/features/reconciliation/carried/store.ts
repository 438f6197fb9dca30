import { randomUUIDv7 } from 'node:crypto';
import type { Acting } from '../../../api/acting.ts';
import { actorText } from '../../../audit-context.ts';
import { lockName } from '../../../db/engine.ts';
import type { DecisionRow } from '../tables.ts';

/**
 * Moves decisions about a payment, and lines attached to it, to the payment that it was merged into, unless that
 * payment has a decision of its own. A booking stays with the payment that it created.
 */
export const carryDecisions = async ({ trx, by, now }: Acting, from: string, to: string) => {
	await lockName(trx, `reconciliation:${from}`);
	const inForce = trx
		.selectFrom('reconciliation_decisions')
		.selectAll()
		.where('withdrawn_at', 'is', null);
	const about = await inForce.where('item_id', 'in', [from, to]).execute();
	const attached = await inForce
		.where('payment_id', '=', from)
		.where('decided', '=', 'attached')
		.execute();
	const own = about.find(({ item_id }) => item_id === to);
	const carried = (row: DecisionRow): DecisionRow => ({
		...row,
		id: randomUUIDv7(),
		...(row.item_id === from ? { item_id: to } : { payment_id: to }),
	});
	for (const row of [...about, ...attached]) {
		if (row === own) continue;
		await trx
			.updateTable('reconciliation_decisions')
			.set({ withdrawn_at: new Date(now).toISOString(), withdrawn_by: actorText(by.actor) })
			.where('id', '=', row.id)
			.execute();
		if (row.item_id === from && own) continue;
		await trx.insertInto('reconciliation_decisions').values(carried(row)).execute();
	}
};
