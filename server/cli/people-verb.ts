import { parseArgs } from 'node:util';
import { pages } from '#shared/contract/platform/auth-paths.ts';
import { readConfig } from '../config.ts';
import { OPERATOR_CONTEXT } from '../platform/audit-context.ts';
import type { Database } from '../platform/db/database.ts';
import {
	createAccessLink,
	findPersonByEmail,
	resetSecondFactor,
} from '../platform/people/issued-credentials.ts';
import { listPeople } from '../platform/people/store.ts';
import { withReadOnly, withSharedData } from './data.ts';
import { findSubcommand, UsageError, type Verb } from './verb.ts';

const list = () =>
	withReadOnly(async (db) => {
		for (const { name, email, role, status, second_factor } of await listPeople(db))
			console.log(
				[email, name, role, status, ...(second_factor ? ['second factor'] : [])].join(', '),
			);
		return 0;
	});

const resetLink = async (database: Database, email: string) => {
	const link = await database.write(async (trx) =>
		createAccessLink(trx, OPERATOR_CONTEXT, await findPersonByEmail(trx, email)),
	);
	const [site] = readConfig().publicUrls;
	console.log(
		`The link works once, until ${link.expires_at}. Older links of this person no longer work.`,
	);
	console.log(`${site}${pages[link.purpose]}#${link.token}`);
	return 0;
};

const forget = async (database: Database, email: string) => {
	const { name } = await database.write(async (trx) => {
		const person = await findPersonByEmail(trx, email);
		await resetSecondFactor(trx, OPERATOR_CONTEXT, person);
		return person;
	});
	console.log(`${name} now signs in without a second factor and is signed out everywhere.`);
	return 0;
};

const subcommands: Record<string, (database: Database, email: string) => Promise<number>> = {
	'reset-link': resetLink,
	'forget-second-factor': forget,
};

/** `ufundi people`: restores access for people who lost theirs and whom no administrator can help. */
export const peopleVerb: Verb = {
	usage: `people list | reset-link --email <e-mail> | forget-second-factor --email <e-mail>

  list                   lists the people who can sign in, with role, status and second factor
  reset-link             prints a link that works once: to choose a new password, or to accept an
                         invitation that is still open
  forget-second-factor   removes a lost second factor, and signs the person out everywhere

The server may be running. The audit trail records each change.`,
	run: (args) => {
		const options = { email: { type: 'string' } } as const;
		const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
		const { email } = values;
		if (positionals.join(' ') === 'list' && email === undefined) return list();
		const work = findSubcommand(subcommands, positionals, 'Name an action and a person.');
		if (email === undefined) throw new UsageError('Name the person with --email.');
		return withSharedData((database) => work(database, email));
	},
};
