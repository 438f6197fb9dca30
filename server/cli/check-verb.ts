import { parseArgs } from 'node:util';
import { formatCount } from '#shared/grouped.ts';
import { readConfig } from '../config.ts';
import { compareFigures, rebuildFigures } from '../finance/payments/figures.ts';
import { findAllStateDifferences, refreshAllPayments } from '../finance/payments/refresh-all.ts';
import type { Db } from '../platform/db/database.ts';
import { readProvider } from '../platform/identity/provider.ts';
import { withData, withReadOnly } from './data.ts';
import type { Verb } from './verb.ts';

/** Reports each payment whose stored state differs, and returns the number of differences, also of the statistics. */
const report = async (read: Db) => {
	let wrong = (await compareFigures(read)).length;
	if (wrong > 0) console.log(`Statistics: ${formatCount(wrong, 'figure')} differ.`);
	for await (const { id, stored, computed } of findAllStateDifferences(read)) {
		wrong++;
		console.log(
			`Payment ${id}: stored ${JSON.stringify(stored)}, computed ${JSON.stringify(computed)}`,
		);
	}
	if (wrong === 0) console.log('Every stored value matches.');
	return wrong === 0 ? 0 : 1;
};

/** Reports whether the identity provider of the settings answers, with the cause if it does not. */
const reportProvider = async () => {
	const { oidc } = readConfig();
	if (!oidc) return 0;
	try {
		await readProvider(oidc.issuer);
		console.log(`The identity provider ${oidc.issuer} answers.`);
		return 0;
	} catch (error) {
		let cause = error;
		while (cause instanceof Error && cause.cause) cause = cause.cause;
		const reason = cause instanceof Error ? cause.message : String(cause);
		console.log(`The identity provider ${oidc.issuer} cannot be used: ${reason}`);
		return 1;
	}
};

/** `ufundi check`: computes what is stored about payments again, reports what differs, and repairs it on request. */
export const checkVerb: Verb = {
	usage: `check [--repair]

Computes the state of every payment again (what was given back, its account, months and marks), and the
statistics, from decisions, messages and statements. Lists what differs from the stored values. Exits with
code 1 if anything differs, else with 0. With OIDC_ISSUER, also reads the description of the identity
provider, and exits with code 1 if the provider does not answer or has another issuer. Only reads, and may
run next to a running server.

  --repair   also stores the computed values; stop a server that uses SQLite first`,
	run: async (args) => {
		const { values } = parseArgs({ args, options: { repair: { type: 'boolean' } } });
		const provider = await reportProvider();
		const code = await withReadOnly(report);
		if (!values.repair || code === 0) return Math.max(code, provider);
		await withData(async ({ database }) => {
			await refreshAllPayments(database, Date.now());
			await rebuildFigures(database);
		});
		console.log('Repaired.');
		return provider;
	},
};
