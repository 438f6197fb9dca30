import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, type Verb } from '../verb.ts';

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
		// Loaded only now: whoever asks for help does not wait for the database's drivers.
		const { runImport } = await import('./run.ts');
		return runImport({
			folder: resolve(given),
			dryRun: values['dry-run'],
			skipRefused: values['skip-refused'],
		});
	},
};
