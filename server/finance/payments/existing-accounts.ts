import { sql } from 'kysely';
import { PHONE } from '#shared/phone.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockNames, toSqlList } from '../../platform/db/engine.ts';

/** An account that a person, a key, a device or an import made. Phone numbers are accounts without a row. */
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

/**
 * Waits for transactions that rely on accounts, and keeps others from it: call it before accounts are made or ended
 * (decision 0141).
 */
export const lockAccounts = (trx: Trx) => lockNames(trx, ['accounts']);
/** Keeps accounts from being made or ended until the transaction ends: call it before relying on one. */
export const keepAccounts = (trx: Db) => lockNames(trx, ['accounts'], 'shared');

/** Selects the accounts with a row that exist. */
export const selectOpen = (db: Db) =>
	db.selectFrom('accounts').select('account').where('closed_at', 'is', null);

/** Returns those of some accounts, in comparable form, that exist: they have a row, or are phone numbers. */
export const findExisting = async (db: Db, keys: readonly string[]) => {
	const rows = await selectOpen(db)
		.where(sql<boolean>`account in ${toSqlList(db, keys)}`)
		.execute();
	return new Set([...keys.filter((key) => PHONE.test(key)), ...rows.map(({ account }) => account)]);
};

/** Returns whether an account, in comparable form, exists. */
export const isExistingAccount = async (db: Db, key: string) =>
	(await findExisting(db, [key])).has(key);

/**
 * Finds until when payments of requests for accounts, in comparable form, count, in milliseconds: always if the account
 * exists, never without a row. Returns a function of the account.
 */
export const findEndsOfRequests = async (db: Db, keys: readonly string[]) => {
	const rows = await db
		.selectFrom('accounts')
		.select(['account', 'closed_at'])
		.where(sql<boolean>`account in ${toSqlList(db, keys)}`)
		.execute();
	const ends = new Map(rows.map(({ account, closed_at }) => [account, closed_at]));
	return (key: string | null) => {
		if (key !== null && PHONE.test(key)) return Number.POSITIVE_INFINITY;
		const closed = ends.get(key ?? '');
		if (closed === undefined) return Number.NEGATIVE_INFINITY;
		return closed === null ? Number.POSITIVE_INFINITY : Date.parse(closed);
	};
};
