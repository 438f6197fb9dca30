import { createHmac } from 'node:crypto';
import type { Database, Db } from '../db/database.ts';
import { keepSetting, keptSetting } from './kept-settings.ts';

const NAME = 'secret_in_use';

/** By what a secret is known again; it cannot be found from that. */
const markOf = (secret: string) =>
	createHmac('sha256', secret).update('the secret that a database is used with').digest('hex');

/**
 * Whether a server's secret is the one that its database is used with: `same`; `changed`, where it was another until
 * this server started; `other`, where a server has started with another one since.
 */
export type SecretState = 'same' | 'changed' | 'other';

/** Notes at a start which secret a database is used with; resolves to what tells how ours stands to that. */
export const noteSecret = async (
	{ read, write }: Pick<Database, 'read' | 'write'>,
	secret: string,
) => {
	const mine = markOf(secret);
	const before = await keptSetting<string>(read, NAME);
	if (before !== mine) await write((trx) => keepSetting(trx, NAME, mine));
	return async (db: Db): Promise<SecretState> => {
		if ((await keptSetting<string>(db, NAME)) !== mine) return 'other';
		return before === undefined || before === mine ? 'same' : 'changed';
	};
};
