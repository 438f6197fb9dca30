import type { Status } from '#shared/contract/transactions-query.ts';
import { dayOf, monthOf } from '#shared/east-africa-time.ts';
import { portions } from '#shared/portions.ts';
import type { Db, Trx } from '../../../db/database.ts';

/**
 * What payments are counted by. `all` has one bucket, 0; months and days are those of East Africa
 * Time. The label is the status; under `reason` it is the result code, of failed ones by day.
 */
export const SCOPES = { all: 0, month: 1, day: 2, reason: 3 } as const;
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

/** How many payments there are under a label of a bucket, and what they come to in shillings. */
export interface Figure {
	bucket: number;
	label: string;
	n: number;
	amount: number;
}

/** The figures that one payment is part of. A failure without a code is counted under the empty one. */
const figuresOf = ({ at, status, resultCode }: Change) => {
	const figures: [scope: number, bucket: number, label: string][] = [
		[SCOPES.all, 0, status],
		[SCOPES.month, monthOf(at), status],
		[SCOPES.day, dayOf(at), status],
	];
	if (status === 'failed') figures.push([SCOPES.reason, dayOf(at), resultCode ?? '']);
	return figures;
};

/** Sums changes up by figure. */
export const summed = (changes: readonly Change[]) => {
	const sums = new Map<string, Figure & { scope: number }>();
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
	for (const rows of portions(summed(changes)))
		await trx
			.insertInto('payment_counts')
			.values(rows)
			.onConflict((conflict) =>
				conflict.columns(['scope', 'bucket', 'label']).doUpdateSet((eb) => ({
					n: eb('payment_counts.n', '+', eb.ref('excluded.n')),
					amount: eb('payment_counts.amount', '+', eb.ref('excluded.amount')),
				})),
			)
			.execute();
};

/** The figures of a scope, latest bucket first. Both ends are included. */
export const figures = (
	db: Db,
	scope: Scope,
	{ from, to, label }: { from?: number; to?: number; label?: string | undefined } = {},
): Promise<Figure[]> => {
	let query = db
		.selectFrom('payment_counts')
		.select(['bucket', 'label', 'n', 'amount'])
		.where('scope', '=', SCOPES[scope])
		.orderBy('bucket', 'desc');
	if (from !== undefined) query = query.where('bucket', '>=', from);
	if (to !== undefined) query = query.where('bucket', '<=', to);
	if (label !== undefined) query = query.where('label', '=', label);
	return query.execute();
};
