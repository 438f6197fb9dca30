import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PackFigures, PeriodAdjustment } from '#shared/contract/periods.ts';
import { OPEN_STATES } from '#shared/contract/reconciliation-query.ts';
import { maskPhones } from '#shared/hidden-phones.ts';
import type { Db } from '../../db/database.ts';
import { type Items, placeOf } from '../reconciliation/store.ts';
import { RETURNED } from './items.ts';

/** What an exception is: somebody decided about it, or it is open. */
export const IS_EXCEPTION = sql`(decided is not null or state in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))}))`;
/** What was given back to a payer. */
export const IS_RETURNED = sql`${RETURNED} > 0`;
/** The order of the pack's lists, where `place` is the time. */
export const ORDER = sql`place, id`;

/** What the checksum has of each row, in this order: facts, and no number of a payer. */
const FACTS = ['id', 'place', 'kind', 'receipt', 'linked_receipt', 'paid_in', 'withdrawn', 'state']
	.concat('payment_id', 'payment_amount', 'decided', 'decided_by', 'decided_at', 'reason')
	.map((name) => sql.ref(name));

const asText = (value: unknown) => maskPhones(String(value ?? '').replace(/\s+/g, ' '));

/**
 * The rows of the pack that its checksum covers, exceptions and what was given back, each as a line of text: its facts.
 */
export const rowTexts = async (db: Db, items: Items) => {
	const { rows } = await sql<Record<string, unknown>>`select ${sql.join(FACTS)}
		from (select items.*, ${placeOf(db)} as place from (${items}) as items) as found
		where ${IS_EXCEPTION} or ${IS_RETURNED} order by ${ORDER}`.execute(db);
	return rows.map((row) => Object.values(row).map(asText).join(' | '));
};

/** What came in a month for months that were closed before, each as a line of text: its facts, and no number of a payer. */
export const arrivedTexts = (arrived: readonly PeriodAdjustment[]) =>
	arrived
		.map(({ came, month, at, receipt, was, is, by, reason, ...sums }) =>
			[
				...[came, month, at, receipt, was, is],
				...[sums.in, sums.out, sums.books, sums.returned].map((sum) => sum.toFixed(2)),
				...[by, reason],
			]
				.map(asText)
				.join(' | '),
		)
		.sort();

/** How many rows there are, and the SHA-256 of their lines, each ended by a line feed. */
export const digestOf = (lines: readonly string[]) => {
	const sha256 = createHash('sha256');
	for (const line of lines) sha256.update(`${line}\n`);
	return { count: lines.length, sha256: sha256.digest('hex') };
};

/** The figures of a pack: with what came in its month for months closed before, where there is any. */
export const withArrived = (figures: PackFigures, arrived: readonly PeriodAdjustment[]) =>
	arrived.length === 0 ? figures : { ...figures, arrived: digestOf(arrivedTexts(arrived)) };
