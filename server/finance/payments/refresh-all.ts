import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Database, Db } from '../../platform/db/database.ts';
import { listIds } from '../../platform/db/engine.ts';
import type { StateDifference } from './payment-state.ts';
import { findStateDifferences, refreshPayments } from './refresh.ts';

const BATCH = 500;

/** Yields the ids of all payments in batches, or of those whose state is not computed yet. */
async function* listBatches(db: Db, which: 'all' | 'new') {
	for (let after = -1; ; ) {
		const rows = await db
			.selectFrom('payments')
			.select(['seq', 'id'])
			.where('seq', '>', after)
			.$if(which === 'new', (query) => query.where('received_at', 'is', null))
			.orderBy('seq')
			.limit(BATCH)
			.execute();
		if (rows.length === 0) return;
		after = Number(rows.at(-1)?.seq);
		yield listIds(rows);
		await yieldToOthers();
	}
}

/** Stores the state of payments that a migration left uncomputed, and returns their number. An interrupted run goes on. */
export const refreshNewPayments = async ({ read, write }: Database) => {
	let count = 0;
	for await (const ids of listBatches(read, 'new')) {
		// An update of the program changes nothing about them, so their `updated_at` stays.
		await write((trx) => refreshPayments(trx, ids, undefined));
		count += ids.length;
	}
	return count;
};

/** Yields the payments whose stored state differs from the computed one. */
export async function* findAllStateDifferences(db: Db): AsyncGenerator<StateDifference> {
	for await (const ids of listBatches(db, 'all')) yield* await findStateDifferences(db, ids);
}

/** Stores the state of all payments again. */
export const refreshAllPayments = async ({ read, write }: Database, now: number) => {
	for await (const ids of listBatches(read, 'all'))
		await write((trx) => refreshPayments(trx, ids, now));
};
