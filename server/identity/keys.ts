import { type KeyRole, keyRoles } from '#shared/contract/access.ts';
import type { Database } from '../db/database.ts';
import { administrators } from './links.ts';
import { hashOfToken } from './tokens.ts';

const SEEN_MS = 60_000;

/** The prefix of API keys, for people and secret scanners. */
export const KEY_PREFIX = 'ufundi_';

/** The role that a key was given, from the metadata of its row; the least one where that cannot be read. */
export const roleOfKey = (metadata: string | null): KeyRole => {
	try {
		const parsed: unknown = JSON.parse(metadata ?? '');
		// better-auth has written it as text within text at times.
		const { role } = (typeof parsed === 'string' ? JSON.parse(parsed) : parsed) as {
			role: KeyRole;
		};
		return Object.hasOwn(keyRoles, role) ? role : 'viewer';
	} catch {
		return 'viewer';
	}
};

/** Finds a live key by its secret; an administrator must answer for it. */
export const findKey = async ({ read }: Database, secret: string) => {
	const row = await read
		.selectFrom('api_keys')
		.select(['id', 'name', 'metadata', 'last_request'])
		.where('key', '=', hashOfToken(secret))
		.where('enabled', '=', true)
		.where('expires_at', '>', new Date().toISOString())
		.where('reference_id', 'in', administrators(read).select('id'))
		.executeTakeFirst();
	return row && { ...row, role: roleOfKey(row.metadata) };
};

/** Notes that a key is in use, once a minute; undefined where that has been noted. */
export const touchKey = (
	database: Database,
	key: { id: string; last_request: string | null },
): Promise<unknown> | undefined => {
	const now = Date.now();
	const { last_request } = key;
	if (last_request !== null && Math.abs(now - Date.parse(last_request)) < SEEN_MS) return undefined;
	const at = new Date(now).toISOString();
	key.last_request = at;
	return database.write((trx) =>
		trx.updateTable('api_keys').set({ last_request: at }).where('id', '=', key.id).execute(),
	);
};
