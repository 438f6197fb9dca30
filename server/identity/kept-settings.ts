import type { Db, Trx } from '../db/database.ts';

/** What is kept under a name for the whole installation; undefined where nothing is. */
export const keptSetting = async <T>(db: Db, name: string): Promise<T | undefined> => {
	const row = await db
		.selectFrom('settings')
		.select('value')
		.where('name', '=', name)
		.executeTakeFirst();
	return row && JSON.parse(row.value);
};

/** Keeps it, in place of what was there. */
export const keepSetting = async (trx: Trx, name: string, kept: unknown) => {
	const value = JSON.stringify(kept);
	await trx
		.insertInto('settings')
		.values({ name, value })
		.onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
		.execute();
};
