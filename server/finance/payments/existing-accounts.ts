import { sql } from 'kysely';
import { PHONE } from '#shared/phone.ts';
import type { Db } from '../../platform/db/database.ts';
import { toSqlList } from '../../platform/db/engine.ts';

/** An account that somebody made. Phone numbers are accounts without a row. */
export interface AccountRow {
	/** In comparable form. */
	account: string;
	/** An actor such as `person:…`, or `DEVICE`. */
	made_by: string;
	made_name: string;
	created_at: string;
	/** Set by the upgrade for an account that cannot be made: it keeps its months and opens nothing new. */
	closed_at: string | null;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		accounts: AccountRow;
	}
}

/** Selects the accounts with a row that exist. */
export const selectOpen = (db: Db) =>
	db.selectFrom('accounts').select('account').where('closed_at', 'is', null);

/** Returns those of some accounts, in comparable form, that exist: somebody made them, or they are phone numbers. */
export const findExisting = async (db: Db, keys: readonly string[]) => {
	const rows = await selectOpen(db)
		.where(sql<boolean>`account in ${toSqlList(db, keys)}`)
		.execute();
	return new Set([...keys.filter((key) => PHONE.test(key)), ...rows.map(({ account }) => account)]);
};

/** Returns whether an account, in comparable form, exists. */
export const isExistingAccount = async (db: Db, key: string) =>
	(await findExisting(db, [key])).has(key);

/** Finds until when payments of requests for an account count, in milliseconds: always if it exists, else never. */
export const findEndOfRequests = async (db: Db, key: string) => {
	if (PHONE.test(key)) return Number.POSITIVE_INFINITY;
	const row = await db
		.selectFrom('accounts')
		.select('closed_at')
		.where('account', '=', key)
		.executeTakeFirst();
	if (!row) return Number.NEGATIVE_INFINITY;
	return row.closed_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.closed_at);
};
