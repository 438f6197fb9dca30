import { portions } from '#shared/portions.ts';
import type { Database, Db } from '../../db/database.ts';
import { figures, SCOPES, type Scope, summed } from '../payments/counts/store.ts';
import { asChange, paymentRows } from '../payments/store.ts';

/** A figure that is not what the payments say. */
export interface Difference {
	scope: number;
	bucket: number;
	label: string;
	kept: { n: number; amount: number };
	counted: { n: number; amount: number };
}

const BATCH = 5_000;
const NOTHING = { n: 0, amount: 0 };

type Figure = ReturnType<typeof summed>[number];

const keyOf = ({ scope, bucket, label }: Omit<Figure, 'n' | 'amount'>) =>
	`${scope} ${bucket} ${label}`;

const counted = async (db: Db) => {
	const sums = new Map<string, Figure>();
	for (let after = -1; ; ) {
		const rows = await paymentRows(db)
			.where('seq', '>', after)
			.orderBy('seq')
			.limit(BATCH)
			.execute();
		for (const row of summed(rows.map((each) => asChange(each, 1)))) {
			const { n, amount } = sums.get(keyOf(row)) ?? NOTHING;
			sums.set(keyOf(row), { ...row, n: row.n + n, amount: row.amount + amount });
		}
		const last = rows.at(-1);
		if (!last || rows.length < BATCH) return sums;
		after = last.seq;
	}
};

/** Counts every payment again and says where the kept figures differ; none is what it should find. */
export const compareFigures = (read: Db): Promise<Difference[]> =>
	read
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (db) => {
			const kept = await keptFigures(db);
			const fresh = await counted(db);
			return [...new Map([...kept, ...fresh])].flatMap(([key, { scope, bucket, label }]) => {
				const [a, b] = [kept, fresh].map((figures) => {
					const { n, amount } = figures.get(key) ?? NOTHING;
					return { n, amount };
				}) as [typeof NOTHING, typeof NOTHING];
				if (a.n === b.n && a.amount === b.amount) return [];
				return [{ scope, bucket, label, kept: a, counted: b }];
			});
		});

const keptFigures = async (db: Db) => {
	const kept = new Map<string, Figure>();
	for (const [name, scope] of Object.entries(SCOPES))
		for (const row of await figures(db, name as Scope))
			kept.set(keyOf({ scope, ...row }), { scope, ...row });
	return kept;
};

/** Writes the figures anew from the payments; nobody else may write meanwhile. */
export const rebuildFigures = (database: Database) =>
	database.write(async (trx) => {
		const fresh = [...(await counted(trx)).values()];
		await trx.deleteFrom('payment_counts').execute();
		for (const some of portions(fresh, BATCH))
			await trx.insertInto('payment_counts').values(some).execute();
	});
