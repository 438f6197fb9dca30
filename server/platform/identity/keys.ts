import { type KeyRole, keyRoles } from '#shared/contract/platform/access.ts';
import type { Database } from '../db/database.ts';
import { selectAdministrators } from './one-time-links.ts';
import { hashOfToken } from './tokens.ts';

const SEEN_MS = 60_000;

/** The prefix of API keys, so that people and secret scanners recognize them. */
export const KEY_PREFIX = 'ufundi_';

/** Returns the role of a key from the metadata of its row; `viewer` if unreadable. */
export const parseKeyRole = (metadata: string | null): KeyRole => {
	try {
		const parsed: unknown = JSON.parse(metadata ?? '');
		// better-auth has sometimes stored it as JSON within a JSON string.
		const { role } = (typeof parsed === 'string' ? JSON.parse(parsed) : parsed) as {
			role: KeyRole;
		};
		return Object.hasOwn(keyRoles, role) ? role : 'viewer';
	} catch {
		return 'viewer';
	}
};

/** Finds a valid key by its secret. Its owner must be an active administrator. */
export const findKey = async ({ read }: Database, secret: string) => {
	const row = await read
		.selectFrom('api_keys')
		.select(['id', 'name', 'metadata', 'last_request'])
		.where('key', '=', hashOfToken(secret))
		.where('enabled', '=', true)
		.where('expires_at', '>', new Date().toISOString())
		.where('reference_id', 'in', selectAdministrators(read).select('id'))
		.executeTakeFirst();
	return row && { ...row, role: parseKeyRole(row.metadata) };
};

/** Records the use of a key, once a minute; returns undefined if it is recorded already. */
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
