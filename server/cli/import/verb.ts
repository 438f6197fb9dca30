import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import { UsageError, type Verb } from '../verb.ts';
import { reportLines } from './report.ts';

/** `ufundi import <folder>`: adds the catalogue of a folder of CSV files. */
export const importVerb: Verb = {
	usage: `import [--dry-run] [--update | --again] <folder>

  --dry-run        only report what is refused and what would be imported
  --update         change rows whose external id is the key, and add the others
  --again          add courses although courses of the same names exist

The format is described in docs/import.md; sample/catalogue is an example of it.`,
	run: async (args) => {
		const { values, positionals } = parseArgs({
			args,
			options: {
				'dry-run': { type: 'boolean', default: false },
				update: { type: 'boolean', default: false },
				again: { type: 'boolean', default: false },
			},
			allowPositionals: true,
		});
		const [given, ...more] = positionals;
		if (given === undefined || more.length > 0) throw new UsageError('Name one folder.');
		const { update, again } = values;
		if (update && again) throw new UsageError('Use --update or --again, not both.');
		const mode = update ? 'update' : again ? 'again' : 'add';
		const folder = resolve(given);
		const dryRun = values['dry-run'];
		// Loaded on demand, so that `--help` does not load the database drivers.
		const { importCatalogue, previewImport } = await import('./catalogue.ts');
		const { withDataOrSharedData } = await import('../data.ts');
		const { loadExisting } = await import('./existing.ts');
		const preview = () =>
			update
				? withDataOrSharedData(async ({ database }) =>
						previewImport(folder, await loadExisting(database.read)),
					)
				: previewImport(folder);
		const report = await (dryRun
			? preview()
			: withDataOrSharedData((data) =>
					importCatalogue({ ...data, folder, mode, context: SYSTEM_CONTEXT }),
				));
		console.log(reportLines(report, dryRun).join('\n'));
		return report.refused.length > 0 ? 1 : 0;
	},
};
