import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import type { Identity } from '../../identity/identity.ts';
import { endLinks, LINK_MS, makeLink } from '../../identity/links.ts';
import { isEasilyGuessed } from '../../identity/password-rules.ts';
import { hashPassword } from '../../identity/passwords.ts';
import type { FirstAdmin } from '../../settings/identity.ts';
import { addFirstAdministrator, hasAdministrator, holdAdministrators } from '../people/store.ts';

/** Makes the first administrator from the settings, unless there is one. Resolves to a reason where it could not. */
export const makeFirstAdmin = async (
	database: Database,
	{ email, password }: FirstAdmin,
	productName: string,
) => {
	if (await hasAdministrator(database.read)) return undefined;
	if (await isEasilyGuessed(password, [productName, email])) return 'is too easy to guess';
	const hashed = await hashPassword(password);
	const first = { name: 'Administrator', email, hashed };
	await database.write((trx) =>
		addFirstAdministrator(trx, SYSTEM_CONTEXT, first, { by: 'ADMIN_EMAIL' }),
	);
	return undefined;
};

/** The address at which the first administrator is made, good for an hour; undefined where there is one. */
export const setupAddress = async ({ database, linkUrl }: Identity) => {
	const link = await database.write(async (trx) => {
		await holdAdministrators(trx);
		if (await hasAdministrator(trx)) return undefined;
		await endLinks(trx, null);
		const setup = { purpose: 'setup', person_id: null, made_by: null } as const;
		return makeLink(trx, setup, LINK_MS.setup);
	});
	return link && linkUrl('setup', link.token);
};
