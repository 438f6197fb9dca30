import type { ExpressionBuilder } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import type { LinkRow } from './tables.ts';
import { createToken, hashOfToken } from './tokens.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Lifetimes of links. */
export const LINK_MS = {
	setup: HOUR,
	invitation: 72 * HOUR,
	reset: 24 * HOUR,
	mailedReset: 10 * MINUTE,
} as const;

/** Selects the active administrators. */
export const selectAdministrators = (db: Db) =>
	db
		.selectFrom('people')
		.where('role', '=', 'admin')
		.where('joined_at', 'is not', null)
		.where('disabled_at', 'is', null);

/** Creates a link and returns its token, of which only a hash is stored. */
export const makeLink = async (
	trx: Trx,
	{ purpose, person_id, made_by }: Pick<LinkRow, 'purpose' | 'person_id' | 'made_by'>,
	lifetimeMs: number,
) => {
	const token = createToken();
	const now = Date.now();
	const expires_at = new Date(now + lifetimeMs).toISOString();
	await trx
		.insertInto('links')
		.values({
			token_hash: hashOfToken(token),
			purpose,
			person_id,
			made_by,
			created_at: new Date(now).toISOString(),
			expires_at,
			used_at: null,
		})
		.execute();
	return { token, expires_at };
};

/** Deletes the unused links of a person, or with null those of the installation itself. */
export const endLinks = (trx: Trx, personId: string | null) =>
	trx
		.deleteFrom('links')
		.where('person_id', personId === null ? 'is' : '=', personId)
		.where('used_at', 'is', null)
		.execute();

/**
 * Returns the condition for a valid link: unused, not expired, and made by the installation or an active administrator.
 */
const isValidLink = (db: Db) => (eb: ExpressionBuilder<Schema, 'links'>) =>
	eb.and([
		eb('links.used_at', 'is', null),
		eb('links.expires_at', '>', new Date().toISOString()),
		eb.or([
			eb('links.made_by', 'is', null),
			eb('links.made_by', 'in', selectAdministrators(db).select('id')),
		]),
	]);

/** Returns whether a person has an invitation that still works. */
export const hasInvitation = async (db: Db, personId: string) => {
	const link = await db
		.selectFrom('links')
		.select('token_hash')
		.where('person_id', '=', personId)
		.where('purpose', '=', 'invitation')
		.where(isValidLink(db))
		.executeTakeFirst();
	return link !== undefined;
};

/** Returns a valid link without using it. Rejects with `invalid_link` for every other one. */
export const findLink = async (db: Db, token: string) => {
	const link = await db
		.selectFrom('links')
		.select(['purpose', 'person_id'])
		.where('token_hash', '=', hashOfToken(token))
		.where(isValidLink(db))
		.executeTakeFirst();
	if (!link) throw new AppError('invalid_link');
	return link;
};

/** Marks a link as used. Of several concurrent calls one succeeds; the others reject like an invalid link. */
export const useLink = async (trx: Trx, token: string) => {
	const used = await trx
		.updateTable('links')
		.set({ used_at: new Date().toISOString() })
		.where('token_hash', '=', hashOfToken(token))
		.where(isValidLink(trx))
		.returning(['purpose', 'person_id'])
		.executeTakeFirst();
	if (!used) throw new AppError('invalid_link');
	return used;
};

/** Lists the valid links that a person made for others, with their recipients. */
export const listLinksMadeBy = (db: Db, personId: string) =>
	db
		.selectFrom('links')
		.innerJoin('people', 'people.id', 'links.person_id')
		.select([
			'links.purpose',
			'links.expires_at',
			'people.id as person_id',
			'people.name',
			'people.email',
			'people.role',
		])
		.where('links.made_by', '=', personId)
		.where(isValidLink(db))
		.orderBy('people.name')
		.execute();

/** Counts a person's mailed reset links that still work. */
export const countMailedResets = async (db: Db, personId: string) => {
	const links = await db
		.selectFrom('links')
		.select('token_hash')
		.where('person_id', '=', personId)
		.where('purpose', '=', 'reset')
		.where('made_by', 'is', null)
		.where(isValidLink(db))
		.execute();
	return links.length;
};
