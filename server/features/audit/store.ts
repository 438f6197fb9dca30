import type { Database, Db } from '../../db/database.ts';

const NAME = 'audit_anchored_at';
const HOUR_MS = 3_600_000;

/** When the ends of the trail were last handed out to be kept elsewhere, ISO 8601; null where never. */
export const lastAnchor = async (db: Db): Promise<string | null> => {
	const row = await db
		.selectFrom('settings')
		.select('value')
		.where('name', '=', NAME)
		.executeTakeFirst();
	return row ? JSON.parse(row.value) : null;
};

/** Notes that they are handed out now, to the hour: who reads metrics does so every few seconds. */
export const noteAnchor = async (database: Database) => {
	const now = Date.now();
	const last = await lastAnchor(database.read);
	if (last !== null && Math.abs(now - Date.parse(last)) < HOUR_MS) return;
	const value = JSON.stringify(new Date(now).toISOString());
	await database.write((trx) =>
		trx
			.insertInto('settings')
			.values({ name: NAME, value })
			.onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
			.execute(),
	);
};
