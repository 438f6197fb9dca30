import { UNHEARD_MANY } from '#shared/contract/statistics.ts';
import type { SystemCheck, SystemCheckSubject, SystemStatus } from '#shared/contract/system.ts';
import { numberOf } from '#shared/grouped.ts';
import type { Readings } from './readings.ts';

const HOUR_MS = 3_600_000;
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

/** Bytes for a person. */
const size = (bytes: number) =>
	bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GB` : `${Math.ceil(bytes / MIB)} MB`;

/** What somebody should do: at once, or when they have looked. Nothing where it is false. */
interface Advice {
	act?: string | false | undefined;
	look?: string | false | undefined;
	/** What it speaks of, where that has a list. */
	about?: SystemCheckSubject;
}

/** A check and what it says, about a moment perhaps; it finds nothing wrong where there is no advice. */
const check = (
	name: string,
	says: string,
	{ act, look, about }: Advice = {},
	at: string | null = null,
): SystemCheck => {
	const advice = act || look || null;
	const state = advice === null ? 'ok' : act ? 'act' : 'look';
	return { name, state, says, at, advice, about: (advice && about) || null };
};

const ENGINES = {
	sqlite: { name: 'SQLite', hasBackups: false },
	// By tools of its own, which leave no trace here.
	postgres: { name: 'PostgreSQL', hasBackups: true },
};

/** Its kind, its size, and whether it is whole. */
const database = ({ engine, bytes, damage }: Readings['database']) =>
	check('Database', `${ENGINES[engine].name}, ${size(bytes)}`, {
		act:
			damage !== undefined &&
			`It is damaged (${damage}). Stop the server, keep the data folder, and restore the last backup into another.`,
	});

const FILES: Record<Readings['files'], { says: string; advice?: string }> = {
	ok: { says: 'They can be read and written' },
	away: {
		says: 'The store does not answer',
		advice:
			'Look at the store that FILES_URL names, and at the way there. All else works meanwhile.',
	},
	gone: {
		says: 'Their folder cannot be written to',
		advice: 'Look whether its disk is mounted, and whose the folder `files` of the data folder is.',
	},
	lost: {
		says: 'A file is missing',
		advice:
			'`npm run ufundi -- files verify` says which. FILES_URL may name another place than before.',
	},
};

/** Whether files can be had. */
const files = (state: Readings['files']) => {
	const { says, advice } = FILES[state];
	return check('Files', says, { act: advice });
};

/** Room on the disk. */
const disk = ({ free, size: whole, floor }: Readings['disk']) =>
	check('Disk', `${size(free)} of ${size(whole)} are free`, {
		act: free < floor && `Uploads are refused. Free at least ${size(floor)} on this disk.`,
		look:
			free < 2 * floor && `Uploads stop below ${size(floor)}. Make room, or move to a larger disk.`,
	});

/** What was saved longer ago than this is old. */
const BACKUP_MS = 8 * 24 * HOUR_MS;

/** How old the last backup is. */
const backup = ({ backup: last, database: { engine } }: Readings, now: number) => {
	const name = 'Backup';
	const how =
		'`npm run ufundi -- backup` makes one; docs/operations.md says how to have it made daily.';
	if (!last)
		return check(name, 'None has been made with `ufundi backup`', {
			look: !ENGINES[engine].hasBackups && how,
		});
	const isOld = now - Date.parse(last.at) > BACKUP_MS;
	const lost = `It lacks ${numberOf(last.lost, 'file')}: \`npm run ufundi -- files verify\` says which.`;
	const advice = {
		act: last.lost > 0 && lost,
		look: isOld && `That is more than a week ago. ${how}`,
	};
	return check(name, 'The last one was made', advice, last.at);
};

const ADDRESS =
	'M-Pesa delivers to the address that PUBLIC_URL names: check that it can be reached from the internet by https, and is not stopped on the way.';

const deliveries = (
	{ lastDelivery, unheard }: Readings['payments'],
	hooksOpen: boolean,
	now: number,
) => {
	const name = 'Deliveries from M-Pesa';
	if (!hooksOpen)
		return check(name, 'Not set up: MPESA_HOOK_TOKEN is not set, so that nothing can be delivered');
	const asked = numberOf(unheard, 'request');
	if (lastDelivery === null)
		return unheard > 0
			? check(name, `None yet, although ${asked} went out`, { act: ADDRESS })
			: check(name, 'None yet');
	if (unheard >= UNHEARD_MANY) {
		const says = `None for any of the last ${asked}; the last one has arrived`;
		return check(name, says, { act: ADDRESS }, lastDelivery);
	}
	const look =
		now - Date.parse(lastDelivery) > 24 * HOUR_MS &&
		'Nothing has arrived for a day. If people are paying, M-Pesa does not reach this server.';
	return check(name, 'The last one has arrived', { look }, lastDelivery);
};

/** As the dashboard's warning: a payment that M-Pesa was never asked for by us is not followed either. */
const overdue = ({ overdue: count }: Readings['payments']) => {
	const name = 'Payments pending for over a day';
	if (count === 0) return check(name, 'None that we asked for');
	const [one, many] = ['payment that we asked for waits', 'payments that we asked for wait'];
	return check(name, `${numberOf(count, one, many)}, and M-Pesa is asked no more`, {
		look: 'Check with M-Pesa asks once more; what it does not know, its portal’s statement shows.',
		about: 'overdue',
	});
};

const questions = ({ checksDue, oldestDue }: Readings['payments'], now: number) => {
	const name = 'Questions to M-Pesa';
	if (checksDue === 0) return check(name, 'None is waiting');
	const waiting = numberOf(checksDue, 'payment waits', 'payments wait');
	const look =
		oldestDue !== null &&
		now - Date.parse(oldestDue) > HOUR_MS &&
		'M-Pesa may not answer, or answers slowly. The log says more.';
	return check(name, `${waiting} to be asked about, the oldest since`, { look }, oldestDue);
};

const unmatched = ({ unmatched: count }: Readings) => {
	const name = 'Unmatched deliveries';
	if (count === 0) return check(name, 'None within the last day');
	const some = numberOf(count, 'delivery', 'deliveries');
	return check(name, `${some} of the last day changed no payment`, {
		look: 'Somebody may have paid, or somebody may try to forge.',
		about: 'unmatched',
	});
};

/** More refused sign-ins than people make who mistype, in an hour. */
const STORM = 60;

const signIns = ({ refusedSignIns: count }: Readings) =>
	check('Sign-ins', `${numberOf(count, 'was', 'were')} refused within the last hour`, {
		look: count >= STORM && 'Somebody may be guessing passwords. The audit trail says from where.',
		about: 'refused',
	});

/** More searches within an hour than a clerk makes who answers callers. */
const SEARCHES_MANY = 50;

/** Where phones are masked: who saw so many of them that somebody should ask why. */
const phoneNumbers = ({ reveals }: Readings) => {
	const name = 'Phone numbers';
	const [last] = reveals;
	if (!last)
		return check(name, 'Nobody saw many whole ones within the last week; people see them masked');
	const names = [...new Set(reveals.map((one) => one.name))].join(', ');
	const numbers = numberOf(last.count, 'whole number');
	const says = last.exported
		? `${last.name} exported ${numbers}`
		: `${last.name} saw ${numbers} within an hour`;
	const look = `The audit trail says which and why. Within the last week: ${names}.`;
	return check(name, says, { look, about: last.exported ? 'exported' : 'revealed' }, last.at);
};

/** Where phones are masked: who searched for so many whole numbers that they may be guessing. */
const phoneSearches = ({ searches }: Readings) => {
	const name = 'Searches for phone numbers';
	if (!searches) return check(name, 'Nobody searched for a whole number within the last week');
	const numbers = numberOf(searches.count, 'whole number');
	const look =
		searches.count >= SEARCHES_MANY &&
		'Whoever tries many numbers finds out masked ones. The audit trail says who searched, and when.';
	const about = look === false ? {} : { about: 'searched' as const };
	const says = `${searches.name} searched for ${numbers} within an hour`;
	return check(name, says, { look, ...about }, searches.at);
};

/** How long a job may be silent before somebody should look. */
const SILENT_MS = 3 * HOUR_MS;

const FAILED = 'It failed, and is tried again at its next turn. The log says more.';
const AGAIN = 'Its server was cut off. Another takes its turn within a few minutes.';

const job = (row: Readings['jobs'][number], now: number) => {
	if (row.lease_until !== null && Date.parse(row.lease_until) > now)
		return check(row.name, 'Under way', {}, row.started_at);
	if (row.finished_at === null)
		return check(row.name, 'Begun, and never ended', { look: AGAIN }, row.started_at);
	const isSilent = now - Date.parse(row.finished_at) > SILENT_MS;
	const advice = {
		act: row.failed_at !== null && FAILED,
		look: isSilent && 'It has not run for hours. Restart the server, and look into its log.',
	};
	return check(row.name, row.note ?? 'Done', advice, row.finished_at);
};

/** What the readings mean, and what to do about it. */
export const statusOf = (
	read: Readings,
	about: {
		version: string;
		startedAt: number;
		hooksOpen: boolean;
		phonesMasked: boolean;
	},
	now: number,
): SystemStatus => ({
	version: about.version,
	started_at: new Date(about.startedAt).toISOString(),
	checks: [
		database(read.database),
		files(read.files),
		disk(read.disk),
		backup(read, now),
		deliveries(read.payments, about.hooksOpen, now),
		overdue(read.payments),
		questions(read.payments, now),
		unmatched(read),
		signIns(read),
		...(about.phonesMasked ? [phoneNumbers(read), phoneSearches(read)] : []),
	],
	jobs: read.jobs.map((row) => job(row, now)),
});
