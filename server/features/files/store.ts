import { OWN_FILE } from '#shared/contract/fields.ts';
import type { Db } from '../../db/database.ts';
import { held } from '../../db/engine.ts';
import { invalid } from '../../http/errors.ts';

/**
 * Refuses a link of ours that leads to no file, naming the field; any other link passes. The file
 * is kept from the sweep until the transaction ends.
 */
export const requireOwnFile = async (db: Db, url: string | null | undefined, field: string) => {
	const key = OWN_FILE.exec(url ?? '')?.[1];
	if (key === undefined) return;
	const query = db.selectFrom('files').select('key').where('key', '=', key);
	if (!(await held(db, query, 'keep').executeTakeFirst()))
		throw invalid(field, 'Please enter a valid URL');
};
