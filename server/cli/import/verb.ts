import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import { UsageError, type Verb } from '../verb.ts';
import { reportLines } from './report.ts';

const options = {
	'dry-run': { type: 'boolean', default: false },
	'skip-refused': { type: 'boolean', default: false },
} as const;

/** `ufundi import <folder>`: adds a catalogue that is described by sheets or JSON files. */
export const importVerb: Verb = {
	usage: `import [--dry-run] [--skip-refused] <folder>

  --dry-run        only say what is refused and what would be imported
  --skip-refused   import what is accepted although something is refused

The format is described in docs/import.md; sample/catalogue is an example of it.`,
	run: async (args) => {
		const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
		const [given, ...more] = positionals;
		if (given === undefined || more.length > 0) throw new UsageError('Name one folder.');
		const folder = resolve(given);
		const dryRun = values['dry-run'];
		// Loaded only now: `--help` does not wait for the drivers of the databases.
		const { importCatalogue, previewImport } = await import('./catalogue.ts');
		const { withDataEvenBeside } = await import('../data.ts');
		const skipRefused = values['skip-refused'];
		const report = await (dryRun
			? previewImport(folder)
			: withDataEvenBeside((data) =>
					importCatalogue({ ...data, folder, by: SYSTEM_CONTEXT, skipRefused }),
				));
		console.log(reportLines(report, dryRun).join('\n'));
		return report.refused.length > 0 ? 1 : 0;
	},
};
