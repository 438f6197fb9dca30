import type { Role } from '#shared/contract/platform/access.ts';
import type { Database, Db, Trx } from '../db/database.ts';
import type { Job } from '../jobs.ts';
import type { SessionRow } from './tables.ts';
import { hashOfToken } from './tokens.ts';

const NAME = 'second_factor_roles';

/** Returns the roles that must have a second factor; none until an administrator sets them. */
export const readRequiredRoles = async (db: Db): Promise<Role[]> => {
	const row = await db
		.selectFrom('settings')
		.select('value')
		.where('name', '=', NAME)
		.executeTakeFirst();
	return row ? JSON.parse(row.value) : [];
};

/** Sets the roles that must have a second factor. */
export const requireRoles = async (trx: Trx, roles: readonly Role[]) => {
	const value = JSON.stringify(roles);
	await trx
		.insertInto('settings')
		.values({ name: NAME, value })
		.onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
		.execute();
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Lifetimes of sessions: since the last use on a trusted device, else since the sign-in. */
export const TRUSTED_MS = 30 * 24 * HOUR;
export const UNTRUSTED_MS = 12 * HOUR;
const SEEN_MS = MINUTE;

type LiveSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Finds the valid session of a token: not ended, not expired, and of a person who is not disabled. */
export const findSession = async ({ read }: Database, token: string) => {
	const row = await read
		.selectFrom('sessions')
		.innerJoin('people', 'people.id', 'sessions.person_id')
		.select([
			'sessions.id',
			'sessions.person_id',
			'sessions.trusted_device',
			'sessions.both_factors',
			'sessions.confirmed_at',
			'sessions.last_seen_at',
			'sessions.expires_at',
			'people.name',
			'people.email',
			'people.role',
			'people.two_factor_enabled',
		])
		.where('sessions.token_hash', '=', hashOfToken(token))
		.where('sessions.expires_at', '>', new Date().toISOString())
		.where('people.disabled_at', 'is', null)
		.where('people.joined_at', 'is not', null)
		.executeTakeFirst();
	if (!row) return undefined;
	const isMissing = !row.two_factor_enabled && !row.both_factors;
	const factorMissing = isMissing && (await readRequiredRoles(read)).includes(row.role);
	return { ...row, factorMissing };
};

/** Records the use of a session, once a minute. Shortens an expiry that is too late because the clock was set back. */
export const touchSession = (
	database: Database,
	session: LiveSession,
): Promise<unknown> | undefined => {
	const now = Date.now();
	if (Math.abs(now - Date.parse(session.last_seen_at)) < SEEN_MS) return undefined;
	const at = new Date(now).toISOString();
	session.last_seen_at = at;
	const change: Partial<Pick<SessionRow, 'last_seen_at' | 'expires_at'>> = { last_seen_at: at };
	const latest = now + (session.trusted_device ? TRUSTED_MS : UNTRUSTED_MS);
	if (session.trusted_device || Date.parse(session.expires_at) > latest)
		change.expires_at = new Date(latest).toISOString();
	return database.write(async (trx) => {
		await trx.updateTable('sessions').set(change).where('id', '=', session.id).execute();
		await trx
			.updateTable('people')
			.set({ last_seen_at: at })
			.where('id', '=', session.person_id)
			.execute();
	});
};

const cleanUp = (database: Database, now: number) =>
	database.write(async (trx) => {
		const at = new Date(now).toISOString();
		const yesterday = new Date(now - 24 * HOUR).toISOString();
		await trx.deleteFrom('sessions').where('expires_at', '<=', at).execute();
		await trx.deleteFrom('verifications').where('expires_at', '<=', at).execute();
		await trx.deleteFrom('links').where('expires_at', '<=', yesterday).execute();
		await trx.deleteFrom('spent_codes').where('at', '<=', yesterday).execute();
	});

/** Deletes expired sessions, verifications, links and used codes, every hour. */
export const cleanUpJob = (database: Database): Job => ({
	name: 'Delete expired sessions and links',
	firstMs: 4 * MINUTE,
	everyMs: HOUR,
	run: async () => {
		await cleanUp(database, Date.now());
		return 'Deleted ended sessions and used links';
	},
});
