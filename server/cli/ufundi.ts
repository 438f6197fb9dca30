import { ConfigError } from '../config.ts';
import { DataInUseError } from '../db/data-lock.ts';
import { AppError } from '../http/errors.ts';
import { auditVerb } from './audit-verb.ts';
import { filesVerb } from './files-verb.ts';
import { importVerb } from './import/verb.ts';
import { statisticsVerb } from './statistics-verb.ts';
import { UsageError, type Verb } from './verb.ts';

const verbs: Record<string, Verb> = {
	audit: auditVerb,
	files: filesVerb,
	import: importVerb,
	statistics: statisticsVerb,
};

const CALL = 'npm run ufundi --';

const help = () =>
	[
		`Usage: ${CALL} <verb> …`,
		'',
		...Object.entries(verbs).map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`),
		'',
		`${CALL} <verb> --help says more about one.`,
	].join('\n');

const isUsage = (error: unknown) =>
	error instanceof UsageError ||
	/^ERR_PARSE_ARGS_/.test((error as { code?: string } | null)?.code ?? '');

/** Runs one verb, or says what there is. Resolves to the exit code. */
const run = async ([name, ...args]: string[]): Promise<number> => {
	const asksForHelp = (word?: string) => word === '--help' || word === '-h';
	if (name === undefined || name === 'help' || asksForHelp(name)) {
		console.log(help());
		return name === undefined ? 2 : 0;
	}
	const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
	if (!verb) {
		console.error(`There is no verb “${name}”.\n\n${help()}`);
		return 2;
	}
	if (args.some(asksForHelp)) {
		console.log(`Usage: ${CALL} ${verb.usage}`);
		return 0;
	}
	try {
		return await verb.run(args);
	} catch (error) {
		const { message } = error as Error;
		if (isUsage(error)) {
			console.error(`${message}\n\nUsage: ${CALL} ${verb.usage}`);
			return 2;
		}
		const isPlain = [ConfigError, DataInUseError, AppError].some((kind) => error instanceof kind);
		console.error(isPlain ? message : error);
		return 1;
	}
};

process.exitCode = await run(process.argv.slice(2));
