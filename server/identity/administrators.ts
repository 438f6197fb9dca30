import type { Db } from '../db/database.ts';

/** Those who can administrate: they have joined and are not disabled. Keys and links count by them. */
export const administrators = (db: Db) =>
	db
		.selectFrom('people')
		.where('role', '=', 'admin')
		.where('joined_at', 'is not', null)
		.where('disabled_at', 'is', null);
