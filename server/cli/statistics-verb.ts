import { parseArgs } from 'node:util';
import { compareFigures, rebuildFigures } from '../features/statistics/recompute.ts';
import { withData } from './data.ts';
import type { Verb } from './verb.ts';

/** Counts every payment again and compares, and on request sets the figures right. */
export const statisticsVerb: Verb = {
	usage: `statistics [--rebuild]

Counts every payment again and says where the figures on the dashboard differ. Ends with code 1
where they do, 0 where not.

  --rebuild   write the figures anew from the payments`,
	run: (args) => {
		const { values } = parseArgs({ args, options: { rebuild: { type: 'boolean' } } });
		return withData(async ({ database }) => {
			const wrong = await compareFigures(database);
			for (const { scope, bucket, label, kept, counted } of wrong)
				console.log(
					`Scope ${scope}, bucket ${bucket}, ${label}: kept ${kept.n} of KSh ${kept.amount}, counted ${counted.n} of KSh ${counted.amount}`,
				);
			if (wrong.length === 0) console.log('Every figure is what the payments say.');
			if (!values.rebuild) return wrong.length === 0 ? 0 : 1;
			await rebuildFigures(database);
			console.log('The figures are written anew.');
			return 0;
		});
	},
};
