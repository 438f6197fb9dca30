import { UsageError, type Verb } from './verb.ts';

interface Offer {
	summary: string;
	load: () => Promise<Verb>;
}

const verbs: Record<string, Offer> = {
	audit: {
		summary: 'write the audit trail as JSON lines',
		load: async () => (await import('./audit.ts')).auditVerb,
	},
	backup: {
		summary: 'write the database and all files to one archive',
		load: async () => (await import('./backup/backup.ts')).backupVerb,
	},
	check: {
		summary: 'compare what is stored about payments with its sources, or repair it',
		load: async () => (await import('./check-verb.ts')).checkVerb,
	},
	db: {
		summary: 'copy the SQLite database to an empty PostgreSQL database',
		load: async () => (await import('./db.ts')).dbVerb,
	},
	files: {
		summary: 'copy files from the disk to the store, or verify them',
		load: async () => (await import('./files-verb.ts')).filesVerb,
	},
	import: {
		summary: 'import courses and their content from a folder of CSV files',
		load: async () => (await import('./import/verb.ts')).importVerb,
	},
	keys: {
		summary: 'create an API key without a browser',
		load: async () => (await import('./keys-verb.ts')).keysVerb,
	},
	people: {
		summary: 'help someone sign in: password reset link, remove a lost second factor',
		load: async () => (await import('./people-verb.ts')).peopleVerb,
	},
	restore: {
		summary: 'restore a backup into an empty database, and its files',
		load: async () => (await import('./backup/restore.ts')).restoreVerb,
	},
	secret: {
		summary: 'accept another SECRET for a PostgreSQL database',
		load: async () => (await import('./secret-verb.ts')).secretVerb,
	},
	status: {
		summary: 'print what needs attention, for cron',
		load: async () => (await import('./status-verb.ts')).statusVerb,
	},
	statistics: {
		summary: 'compare the stored statistics with the payments, or rebuild them',
		load: async () => (await import('./statistics-verb.ts')).statisticsVerb,
	},
};

const CALL = 'npm run ufundi --';

const formatHelp = () =>
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

/** Runs a verb of the command with its arguments; resolves to the exit code. */
export const runCommand = async ([name, ...args]: readonly string[]): Promise<number> => {
	const asksForHelp = (word?: string) => word === '--help' || word === '-h';
	if (name === undefined || name === 'help' || asksForHelp(name)) {
		console.log(formatHelp());
		return name === undefined ? 2 : 0;
	}
	const offer = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
	if (!offer) {
		console.error(`There is no verb “${name}”.\n\n${formatHelp()}`);
		return 2;
	}
	const verb = await offer.load();
	if (args.some(asksForHelp)) {
		console.log(`Usage: ${CALL} ${verb.usage}`);
		return 0;
	}
	try {
		return await verb.run(args);
	} catch (error) {
		if (isUsage(error)) {
			console.error(`${(error as Error).message}\n\nUsage: ${CALL} ${verb.usage}`);
			return 2;
		}
		// Loaded on demand, so that help does not load the database drivers.
		const { describeProblem: problemOf } = await import('../problems.ts');
		console.error(problemOf(error) ?? error);
		return 1;
	}
};

if (import.meta.main) {
	// A closed pipe is a success, since a reader such as head has enough, but not for a backup, which would be incomplete.
	process.stdout.on('error', (error: Error & { code?: string }) => {
		if (error.code !== 'EPIPE') throw error;
		if (process.argv[2] !== 'backup') process.exit(0);
	});
	// As in the server: only the owner can read written files.
	process.umask(0o077);
	process.exitCode = await runCommand(process.argv.slice(2));
}
