import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { ConfigError } from '../platform/settings/env.ts';
import { acceptSecret } from '../startup-checks.ts';
import { withSharedData } from './data.ts';
import { findSubcommand, type Verb } from './verb.ts';

const change = async () => {
	const { databaseUrl, secret } = readConfig();
	if (!databaseUrl || !secret)
		throw new ConfigError('DATABASE_URL and the new SECRET must be set.');
	await withSharedData((database) => acceptSecret(database, secret));
	console.log('Servers with this SECRET may start. Everyone must sign in again.');
	return 0;
};

/** `ufundi secret change`: accepts another secret for a PostgreSQL database. */
export const secretVerb: Verb = {
	usage: `secret change

Accepts the SECRET of the settings as the new one of the PostgreSQL database, whose servers do not start
with another. Stop all servers first. Everyone must sign in again, with a recovery code instead of a
second factor, because second factors are encrypted with the secret.`,
	run: (args) => {
		const { positionals } = parseArgs({ args, allowPositionals: true });
		return findSubcommand({ change }, positionals, 'Say `change`.')();
	},
};
