import { parseArgs } from 'node:util';
import { formatCount } from '#shared/grouped.ts';
import { compareFigures, rebuildFigures } from '../finance/payments/figures.ts';
import { findAllStateDifferences, refreshAllPayments } from '../finance/payments/refresh-all.ts';
import type { Db } from '../platform/db/database.ts';
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

/** `ufundi check`: computes what is stored about payments again, reports what differs, and repairs it on request. */
export const checkVerb: Verb = {
	usage: `check [--repair]

Computes the state of every payment again (what was given back, its account, months and marks), and the
statistics, from decisions, messages and statements. Lists what differs from the stored values. Exits with
code 1 if anything differs, else with 0. Only reads, and may run next to a running server.

  --repair   also stores the computed values; stop a server that uses SQLite first`,
	run: async (args) => {
		const { values } = parseArgs({ args, options: { repair: { type: 'boolean' } } });
		const code = await withReadOnly(report);
		if (!values.repair || code === 0) return code;
		await withData(async ({ database }) => {
			await refreshAllPayments(database, Date.now());
			await rebuildFigures(database);
		});
		console.log('Repaired.');
		return 0;
	},
};
