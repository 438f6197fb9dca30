import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { TransactionFilters } from '#shared/contract/transactions.ts';
import type { Database } from '../../db/database.ts';
import { matchingBatches } from '../../db/payment-search.ts';
import type { Payment } from '../payments/store.ts';
import { csvHead, csvRow } from './csv.ts';
import { readPaymentSearch, rowsAt, rowsBefore } from './list.ts';
import { readRange } from './range.ts';

const BATCH = 500;

async function* batches(
	database: Database,
	filters: TransactionFilters,
	now: number,
): AsyncGenerator<Payment[]> {
	const search = readPaymentSearch(filters, now);
	if (search) {
		for await (const seqs of matchingBatches(database.read, search, BATCH))
			yield await rowsAt(database.read, seqs);
		return;
	}
	const range = readRange(filters, now);
	let before = Number.MAX_SAFE_INTEGER;
	for (;;) {
		const rows = await rowsBefore(database.read, range, { before, skip: 0 }, BATCH);
		if (rows.length > 0) yield rows;
		if (rows.length < BATCH) return;
		before = rows.at(-1)?.seq ?? 0;
	}
}

/**
 * The filtered payments as CSV, in the order of the list, a batch at a time: never more than one in
 * memory, and other requests run in between. Ages are counted by `now`, in milliseconds.
 */
export async function* exportCsv(database: Database, filters: TransactionFilters, now: number) {
	yield csvHead;
	for await (const rows of batches(database, filters, now)) {
		yield rows.map(csvRow).join('');
		await letOthersRun();
	}
}
