import { parseArgs } from 'node:util';
import { formatMonth } from '#shared/east-africa-time.ts';
import { compareFigures, rebuildFigures } from '../finance/payments/figures.ts';
import type { Db } from '../platform/db/database.ts';
import { withData, withReadOnly } from './data.ts';
import type { Verb } from './verb.ts';

const compare = async (read: Db) => {
	const wrong = await compareFigures(read);
	for (const { month, status, stored, counted } of wrong)
		console.log(
			`${formatMonth(month)}, ${status}: stored ${stored.n} of KSh ${stored.amount}, counted ${counted.n} of KSh ${counted.amount}`,
		);
	if (wrong.length === 0) console.log('All figures match the payments.');
	return wrong.length === 0 ? 0 : 1;
};

/** `ufundi statistics`: recounts every payment and compares the stored figures; corrects them on request. */
export const statisticsVerb: Verb = {
	usage: `statistics [--rebuild]

Counts every payment again and lists the figures of the dashboard that differ. Exits with code 1 if
any differ, else with 0. Only reads, and may run next to a running server.

  --rebuild   calculates the stored figures again from the payments; stop the server first`,
	run: async (args) => {
		const { values } = parseArgs({ args, options: { rebuild: { type: 'boolean' } } });
		const code = await withReadOnly(compare);
		if (!values.rebuild) return code;
		await withData(({ database }) => rebuildFigures(database));
		console.log('The figures are rebuilt.');
		return 0;
	},
};
