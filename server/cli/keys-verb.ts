import { parseArgs } from 'node:util';
import { keyRoleNames } from '#shared/contract/platform/access.ts';
import { KEY_DAYS_DEFAULT, keyCreate } from '#shared/contract/platform/keys.ts';
import { z } from '#shared/zod.ts';
import { getSecret, readConfig } from '../config.ts';
import { OPERATOR_CONTEXT } from '../platform/audit-context.ts';
import type { Database } from '../platform/db/database.ts';
import { openAuth } from '../platform/identity/auth.ts';
import { recordCreatedKey } from '../platform/keys/store.ts';
import { findPersonByEmail } from '../platform/people/issued-credentials.ts';
import { withSharedData } from './data.ts';
import { findSubcommand, UsageError, type Verb } from './verb.ts';

const DAY_S = 24 * 60 * 60;

type Wanted = z.output<typeof keyCreate>;

/** Returns the person with an e-mail address, or without one the only administrator. */
const findOwner = async ({ read }: Database, email: string | undefined) => {
	if (email !== undefined) return findPersonByEmail(read, email);
	const [admin, ...others] = await read
		.selectFrom('people')
		.select('email')
		.where('role', '=', 'admin')
		.execute();
	if (!admin || others.length > 0)
		throw new UsageError('Name the owner with --email: there is not exactly one administrator.');
	return findPersonByEmail(read, admin.email);
};

const create = async (
	database: Database,
	email: string | undefined,
	{ name, role, days }: Wanted,
) => {
	const owner = await findOwner(database, email);
	if (owner.role !== 'admin')
		throw new UsageError(`${owner.name} is no administrator; a key works only while its owner is.`);
	const config = readConfig();
	const onError = (message: string) => console.error(message);
	const { api } = openAuth({
		...config,
		database,
		secret: getSecret(config),
		listSites: () => config.publicUrls,
		onError,
	});
	const made = await api.createApiKey({
		body: { userId: owner.id, name, expiresIn: days * DAY_S, metadata: { role } },
	});
	await database.write((trx) => recordCreatedKey(trx, OPERATOR_CONTEXT, made.id));
	console.error(
		`A key of ${owner.name} with the role ${role}, for ${days} days. It is shown once.`,
	);
	console.log(made.key);
	return 0;
};

/** `ufundi keys`: creates an API key without a browser. */
export const keysVerb: Verb = {
	usage: `keys create --name <name> --role <role> [--email <e-mail>] [--days ${KEY_DAYS_DEFAULT}]

  --email   the owner, an administrator; the key works while the owner is one. Without it, the only administrator
  --name    what the key is for, as people see it on the page of API keys
  --role    ${keyRoleNames.join(', ')}

Prints the key, and nothing else, on standard output. The server may be running.`,
	run: (args) => {
		const text = { type: 'string' } as const;
		const { positionals, values } = parseArgs({
			args,
			options: { email: text, name: text, role: text, days: text },
			allowPositionals: true,
		});
		const work = findSubcommand({ create }, positionals, 'Say `create`.');
		const { email, days = KEY_DAYS_DEFAULT, ...rest } = values;
		const wanted = keyCreate.safeParse({ ...rest, days: Number(days) });
		if (!wanted.success) throw new UsageError(z.prettifyError(wanted.error));
		return withSharedData((database) => work(database, email, wanted.data));
	},
};
