import { setImmediate as othersFirst } from 'node:timers/promises';
import { sql } from 'kysely';
import { FOUND_MAX } from '#shared/contract/transactions.ts';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { withoutPhones } from '#shared/hidden-phones.ts';
import { portions } from '#shared/portions.ts';
import type { Database } from '../../db/database.ts';
import { inForce, standing } from '../payments/adjustments/store.ts';
import { lookBeside } from '../payments/beside/store.ts';
import { marksOf } from '../payments/marks/store.ts';
import type { Payment } from '../payments/store.ts';
import { csvHead, csvRow } from './csv.ts';
import { findPayments, isFound } from './find.ts';
import { readRange } from './range.ts';
import { paymentsBefore, readPaymentSearch, rowsAt } from './store.ts';

const BATCH = 500;

/** The moment of an export: ages are counted by `now`, in milliseconds. */
export interface Moment {
	now: number;
	/** Whether phones are masked in it. */
	masks: boolean;
}

async function* batches(
	database: Database,
	filters: TransactionFilters,
	{ now, masks }: Moment,
): AsyncGenerator<Payment[]> {
	const range = readRange(database.read, filters, now);
	const search = readPaymentSearch(filters, range, masks);
	const found =
		search && (await findPayments(database.read, search, { limit: FOUND_MAX, offset: 0 }));
	if (found && !found.more) {
		for (const seqs of portions(found.seqs, BATCH)) yield await rowsAt(database.read, seqs);
		return;
	}
	// So much is found that it is met on a walk through the list.
	let before = Number.MAX_SAFE_INTEGER;
	for (;;) {
		const isWanted = search ? isFound(database.read, search) : sql<boolean>`1 = 1`;
		const rows = await paymentsBefore(database.read, range, before, BATCH)
			.select(isWanted.as('wanted'))
			.execute();
		yield rows.filter(({ wanted }) => wanted);
		if (rows.length < BATCH) return;
		before = rows.at(-1)?.seq ?? 0;
	}
}

/**
 * Returns the filtered payments as CSV, in the order of the list, a batch at a time: never more than one in
 * memory, and other requests run in between.
 */
export async function* exportCsv(database: Database, filters: TransactionFilters, moment: Moment) {
	yield csvHead;
	for await (const rows of batches(database, filters, moment)) {
		const beside = await lookBeside(database.read, rows);
		const marks = await marksOf(database.read, rows, beside, moment.now);
		const shown = rows.map((row) => ({ ...row, ...standing(row, inForce(row, beside)) }));
		yield (moment.masks ? withoutPhones(shown) : shown)
			.map((row) => csvRow(row, marks.get(row.id) ?? []))
			.join('');
		await othersFirst();
	}
}
