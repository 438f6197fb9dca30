import { type Kysely, sql } from 'kysely';
import type { Database, Db } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { type Change, SCOPES, summed } from '../payments/counts/store.ts';
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

const counted = async (db: Db) => {
	const sums = new Map<
		string,
		{ scope: number; bucket: number; label: string; n: number; amount: number }
	>();
	const add = (changes: Change[]) => {
		for (const row of summed(changes)) {
			const key = `${row.scope} ${row.bucket} ${row.label}`;
			const sum = sums.get(key);
			if (!sum) sums.set(key, row);
			else {
				sum.n += row.n;
				sum.amount += row.amount;
			}
		}
	};
	for (let after = -1; ; ) {
		const rows = await paymentRows(db)
			.where('seq', '>', after)
			.orderBy('seq')
			.limit(BATCH)
			.execute();
		add(rows.map((row) => asChange(row, 1)));
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
			const keys = new Set([...kept.keys(), ...fresh.keys()]);
			return [...keys].flatMap((key) => {
				const a = kept.get(key) ?? NOTHING;
				const b = fresh.get(key) ?? NOTHING;
				if (a.n === b.n && a.amount === b.amount) return [];
				const [scope, bucket, ...label] = key.split(' ');
				return [
					{
						scope: Number(scope),
						bucket: Number(bucket),
						label: label.join(' '),
						kept: { n: a.n, amount: a.amount },
						counted: { n: b.n, amount: b.amount },
					},
				];
			});
		});

const keptFigures = async (db: Kysely<Schema>) => {
	const rows = await db
		.selectFrom('payment_counts')
		.select(['scope', 'bucket', 'label'])
		.select([
			sql<number>`cast(sum(n) as bigint)`.as('n'),
			sql<number>`cast(sum(amount) as bigint)`.as('amount'),
		])
		.where('scope', 'in', Object.values(SCOPES))
		.groupBy(['scope', 'bucket', 'label'])
		.execute();
	return new Map(rows.map((row) => [`${row.scope} ${row.bucket} ${row.label}`, row]));
};

/** Writes the figures anew from the payments; nobody else may write meanwhile. */
export const rebuildFigures = (database: Database) =>
	database.write(async (trx) => {
		const fresh = [...(await counted(trx)).values()];
		await trx.deleteFrom('payment_counts').execute();
		for (let at = 0; at < fresh.length; at += BATCH)
			await trx
				.insertInto('payment_counts')
				.values(fresh.slice(at, at + BATCH).map((row) => ({ ...row, slot: 0 })))
				.execute();
	});
