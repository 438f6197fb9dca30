import { parseArgs } from 'node:util';
import { monthText } from '#shared/east-africa-time.ts';
import type { Db } from '../db/database.ts';
import { compareFigures, rebuildFigures } from '../features/payments/figures.ts';
import { withData, withReadOnly } from './data.ts';
import type { Verb } from './verb.ts';

const compare = async (read: Db) => {
	const wrong = await compareFigures(read);
	for (const { month, status, kept, counted } of wrong)
		console.log(
			`${monthText(month)}, ${status}: stored ${kept.n} of KSh ${kept.amount}, counted ${counted.n} of KSh ${counted.amount}`,
		);
	if (wrong.length === 0) console.log('All figures match the payments.');
	return wrong.length === 0 ? 0 : 1;
};

/** `ufundi statistics`: recounts every payment and compares the stored figures; corrects them on request. */
export const statisticsVerb: Verb = {
	usage: `statistics [--rebuild]

Counts every payment again and says where the figures on the dashboard differ. Ends with code 1
where they do, 0 where not. Only reads, and may run beside the server.

  --rebuild   write the figures anew from the payments; not beside a server`,
	run: async (args) => {
		const { values } = parseArgs({ args, options: { rebuild: { type: 'boolean' } } });
		const code = await withReadOnly(compare);
		if (!values.rebuild) return code;
		await withData(({ database }) => rebuildFigures(database));
		console.log('The figures are rebuilt.');
		return 0;
	},
};
