import type {
	SystemCheck,
	SystemCheckSubject,
	SystemStatus,
} from '#shared/contract/platform/system.ts';
import { formatCount } from '#shared/grouped.ts';
import type { Readings } from './readings.ts';

const HOUR_MS = 3_600_000;
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

const formatSize = (bytes: number) =>
	bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GB` : `${Math.ceil(bytes / MIB)} MB`;

interface Advice {
	error?: string | false | undefined;
	warning?: string | false | undefined;
	about?: SystemCheckSubject;
}

/** Returns a check of the status page: an error wins over a warning. */
export const buildCheck = (
	name: string,
	says: string,
	{ error, warning, about }: Advice = {},
	at: string | null = null,
): SystemCheck => {
	const advice = error || warning || null;
	const state = advice === null ? 'ok' : error ? 'error' : 'warning';
	return { name, state, says, at, advice, about: (advice && about) || null };
};

const ENGINES = {
	sqlite: { name: 'SQLite', hasBackups: false },
	// PostgreSQL has its own backup tools, which leave no trace here.
	postgres: { name: 'PostgreSQL', hasBackups: true },
};

const checkDatabase = ({ engine, bytes }: Readings['database']) =>
	buildCheck('Database', `${ENGINES[engine].name}, ${formatSize(bytes)}`);

const FILES: Record<Readings['files'], { says: string; advice?: string }> = {
	ok: { says: 'Readable and writable' },
	unreachable: {
		says: 'The file store does not respond',
		advice:
			'Check the store that FILES_URL names and the network to it. Everything else still works.',
	},
	missing: {
		says: 'The folder is not writable',
		advice: 'Check that its disk is mounted, and who owns the folder `files` in the data folder.',
	},
	lost: {
		says: 'A file is missing',
		advice:
			'`npm run ufundi -- files verify` lists missing files. Check that FILES_URL still names the same store.',
	},
};

const checkFiles = (state: Readings['files']) => {
	const { says, advice } = FILES[state];
	return buildCheck('Files', says, { error: advice });
};

const checkDisk = ({ free, size: whole, floor }: Readings['disk']) =>
	buildCheck('Disk', `${formatSize(free)} of ${formatSize(whole)} are free`, {
		error: free < floor && `Uploads are refused. Free at least ${formatSize(floor)} on this disk.`,
		warning:
			free < 2 * floor &&
			`Uploads stop below ${formatSize(floor)}. Free space, or move to a larger disk.`,
	});

const BACKUP_MS = 8 * 24 * HOUR_MS;

const checkBackup = ({ backup: last, database: { engine } }: Readings, now: number) => {
	const name = 'Backup';
	const how = 'Run `npm run ufundi -- backup`. docs/operations.md describes daily backups.';
	if (!last)
		return buildCheck(name, 'No backup yet', {
			warning: !ENGINES[engine].hasBackups && how,
		});
	const isOld = now - Date.parse(last.at) > BACKUP_MS;
	const lost = `The backup lacks ${formatCount(last.lost, 'file')}. \`npm run ufundi -- files verify\` lists them.`;
	const advice = {
		error: last.lost > 0 && lost,
		warning: isOld && `The last backup is more than a week old. ${how}`,
	};
	return buildCheck(name, 'Last backup', advice, last.at);
};

/** Refused sign-ins in an hour above which an attack is likelier than typing errors. */
const STORM = 60;

const signIns = ({ refusedSignIns: count }: Readings) =>
	buildCheck('Sign-ins', `${formatCount(count, 'was', 'were')} refused within the last hour`, {
		warning:
			count >= STORM && 'Someone may be guessing passwords. The audit trail shows the addresses.',
		about: 'refused',
	});

/** Searches in an hour above which a clerk who answers callers is unlikely. */
const SEARCHES_MANY = 50;

const checkReveals = ({ reveals }: Readings) => {
	const name = 'Phone numbers';
	const [last] = reveals;
	if (!last) return buildCheck(name, 'No one saw many whole numbers within the last week');
	const names = [...new Set(reveals.map((one) => one.name))].join(', ');
	const numbers = formatCount(last.count, 'whole number');
	const says = last.exported
		? `${last.name} exported ${numbers}`
		: `${last.name} saw ${numbers} within an hour`;
	const warning = `The audit trail shows which numbers and why. Within the last week: ${names}.`;
	return buildCheck(
		name,
		says,
		{ warning, about: last.exported ? 'exported' : 'revealed' },
		last.at,
	);
};

const checkPhoneSearches = ({ searches }: Readings) => {
	const name = 'Searches for phone numbers';
	if (!searches) return buildCheck(name, 'No one searched for a whole number within the last week');
	const numbers = formatCount(searches.count, 'whole number');
	const warning =
		searches.count >= SEARCHES_MANY &&
		'Trying many numbers reveals masked ones. The audit trail shows who searched, and when.';
	const about = warning === false ? {} : { about: 'searched' as const };
	const says = `${searches.name} searched for ${numbers} within an hour`;
	return buildCheck(name, says, { warning, ...about }, searches.at);
};

const SILENT_MS = 3 * HOUR_MS;

const FAILED = 'The job failed and will be retried. See the log.';
const SERVER_STOPPED = 'Its server stopped. Another server takes over within a few minutes.';

const checkJob = (row: Readings['jobs'][number], now: number) => {
	if (row.lease_until !== null && Date.parse(row.lease_until) > now)
		return buildCheck(row.name, 'Running', {}, row.started_at);
	if (row.finished_at === null)
		return buildCheck(
			row.name,
			'Started, never finished',
			{ warning: SERVER_STOPPED },
			row.started_at,
		);
	const isSilent = now - Date.parse(row.finished_at) > SILENT_MS;
	const advice = {
		error: row.failed_at !== null && FAILED,
		warning: isSilent && 'The job has not run for hours. Restart the server and check its log.',
	};
	return buildCheck(row.name, row.note ?? 'Done', advice, row.finished_at);
};

/** Converts readings to checks with advice. */
export const buildStatus = (
	read: Readings,
	about: {
		version: string;
		startedAt: number;
		missingSettings: readonly string[];
		phonesMasked: boolean;
	},
	now: number,
): SystemStatus => ({
	version: about.version,
	started_at: new Date(about.startedAt).toISOString(),
	checks: [
		checkDatabase(read.database),
		checkFiles(read.files),
		checkDisk(read.disk),
		checkBackup(read, now),
		...read.parts.flatMap(({ checks }) => checks),
		signIns(read),
		...(about.phonesMasked ? [checkReveals(read), checkPhoneSearches(read)] : []),
	],
	jobs: read.jobs.map((row) => checkJob(row, now)),
	missing_settings: [...about.missingSettings],
});
