import { sql } from 'kysely';
import type { Status } from '#shared/contract/transactions-query.ts';
import { dayOf, hourOf, monthOf } from '#shared/east-africa-time.ts';
import type { Db, Trx } from '../../../db/database.ts';
import { byEngine } from '../../../db/engine.ts';

/**
 * What payments are counted by. `all` has one bucket, 0; months, days and hours are those of East
 * Africa Time. The label is the status; under `reason` it is the result code, of failed ones by day.
 */
export const SCOPES = { all: 0, month: 1, day: 2, hour: 3, reason: 4 } as const;
export type Scope = keyof typeof SCOPES;

/** A payment that came (`sign` 1) or went (-1) in one state. A transition is both. */
export interface Change {
	/** The payment's own moment, in milliseconds. */
	at: number;
	status: Status;
	amount: number;
	resultCode: string | null;
	sign: 1 | -1;
}

/** How many slots a figure is spread over: on PostgreSQL writers would wait for each other's row. */
const SLOTS = { sqlite: () => 1, postgres: () => 8 };

/** What a failure is counted under: its code, or nothing said. */
const reasonOf = (code: string | null) => code ?? '';

/** The figures that one payment is part of. */
const figuresOf = ({ at, status, resultCode }: Omit<Change, 'sign' | 'amount'>) => {
	const figures: [scope: number, bucket: number, label: string][] = [
		[SCOPES.all, 0, status],
		[SCOPES.month, monthOf(at), status],
		[SCOPES.day, dayOf(at), status],
		[SCOPES.hour, hourOf(at), status],
	];
	if (status === 'failed') figures.push([SCOPES.reason, dayOf(at), reasonOf(resultCode)]);
	return figures;
};

/** Sums changes up by figure. */
export const summed = (changes: readonly Change[]) => {
	const sums = new Map<
		string,
		{ scope: number; bucket: number; label: string; n: number; amount: number }
	>();
	for (const change of changes)
		for (const [scope, bucket, label] of figuresOf(change)) {
			const key = `${scope} ${bucket} ${label}`;
			const sum = sums.get(key) ?? { scope, bucket, label, n: 0, amount: 0 };
			sum.n += change.sign;
			sum.amount += change.sign * change.amount;
			sums.set(key, sum);
		}
	// One order for everybody, so that two writers cannot wait for each other in a circle.
	return [...sums.entries()]
		.filter(([, { n, amount }]) => n !== 0 || amount !== 0)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, sum]) => sum);
};

/** Brings the figures up to date; call it in the transaction that changes the payments. */
export const count = async (trx: Trx, changes: readonly Change[]) => {
	const slot = Math.floor(Math.random() * byEngine(trx, SLOTS));
	const rows = summed(changes).map((sum) => ({ ...sum, slot }));
	// PostgreSQL takes at most 65,535 parameters.
	for (let at = 0; at < rows.length; at += 5_000)
		await trx
			.insertInto('payment_counts')
			.values(rows.slice(at, at + 5_000))
			.onConflict((conflict) =>
				conflict.columns(['scope', 'bucket', 'label', 'slot']).doUpdateSet((eb) => ({
					n: eb('payment_counts.n', '+', eb.ref('excluded.n')),
					amount: eb('payment_counts.amount', '+', eb.ref('excluded.amount')),
				})),
			)
			.execute();
};

/** A figure as it is read: summed over its slots. */
export interface Figure {
	bucket: number;
	label: string;
	n: number;
	amount: number;
}

/** The figures of a scope, latest bucket first. Both ends are included. */
export const figures = (
	db: Db,
	scope: Scope,
	{ from, to, label }: { from?: number; to?: number; label?: string | undefined } = {},
): Promise<Figure[]> => {
	let query = db
		.selectFrom('payment_counts')
		.select(['bucket', 'label'])
		.select([
			sql<number>`cast(sum(n) as bigint)`.as('n'),
			sql<number>`cast(sum(amount) as bigint)`.as('amount'),
		])
		.where('scope', '=', SCOPES[scope])
		.groupBy(['bucket', 'label'])
		.orderBy('bucket', 'desc');
	if (from !== undefined) query = query.where('bucket', '>=', from);
	if (to !== undefined) query = query.where('bucket', '<=', to);
	if (label !== undefined) query = query.where('label', '=', label);
	return query.execute();
};
