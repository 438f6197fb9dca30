import type { Status } from '#shared/contract/transactions-query.ts';
import { monthOfDay } from '#shared/east-africa-time.ts';
import type { Database, Db } from '../../db/database.ts';
import { dayFigures, monthFigures, sumByMonth } from '../payments/figures/store.ts';

interface Sum {
	n: number;
	amount: number;
}

/** A stored figure that differs from the payments. */
export interface Difference {
	month: number;
	status: Status;
	kept: Sum;
	counted: Sum;
}

const NOTHING: Sum = { n: 0, amount: 0 };

const countMonths = async (db: Db) =>
	sumByMonth((await dayFigures(db)).map(({ day, ...sum }) => ({ month: monthOfDay(day), ...sum })));

/** Counts every payment again and returns the stored figures that differ. */
export const compareFigures = (read: Db): Promise<Difference[]> =>
	read
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (db) => {
			const kept = sumByMonth(await monthFigures(db));
			const counted = await countMonths(db);
			const sumIn = (sums: typeof kept, key: string) => {
				const { n, amount } = sums.get(key) ?? NOTHING;
				return { n, amount };
			};
			return [...new Map([...kept, ...counted])].flatMap(([key, { month, status }]) => {
				const [a, b] = [sumIn(kept, key), sumIn(counted, key)];
				if (a.n === b.n && a.amount === b.amount) return [];
				return [{ month, status, kept: a, counted: b }];
			});
		});

/** Replaces the stored figures by those of the payments; nothing else may write at the same time. */
export const rebuildFigures = (database: Database) =>
	database.write(async (trx) => {
		const rows = [...(await countMonths(trx)).values()];
		await trx.deleteFrom('payment_months').execute();
		if (rows.length > 0) await trx.insertInto('payment_months').values(rows).execute();
	});
