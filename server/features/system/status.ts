import { UNHEARD_MANY } from '#shared/contract/statistics.ts';
import type { SystemCheck, SystemStatus } from '#shared/contract/system.ts';
import type { ReplicaState } from '../../db/database.ts';
import type { Readings } from './readings.ts';

const HOUR_MS = 3_600_000;
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

const size = (bytes: number) =>
	bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GB` : `${Math.ceil(bytes / MIB)} MB`;

const counted = (count: number, one: string, many: string) =>
	`${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const fine = (name: string, says: string, at: string | null = null): SystemCheck => ({
	name,
	state: 'ok',
	says,
	at,
	advice: null,
});

const trouble = (check: SystemCheck, state: 'look' | 'act', advice: string): SystemCheck => ({
	...check,
	state,
	advice,
});

const database = ({ engine, bytes }: Readings['database']) =>
	fine('Database', `${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${size(bytes)}`);

const REPLICA: Record<ReplicaState['state'], { says: string; advice?: string }> = {
	used: { says: 'Reads come from it as well' },
	away: {
		says: 'It does not answer, and is not read from',
		advice: 'Look at that server. The database itself answers everything meanwhile.',
	},
	behind: {
		says: 'It is too far behind, and is not read from',
		advice: 'Look whether it still streams from the database, and whether it is overloaded.',
	},
	foreign: {
		says: 'It is no replica of this database, and is not read from',
		advice: 'It may have been made a primary. Correct or unset DATABASE_REPLICA_URL, and restart.',
	},
};

const replica = ({ state }: ReplicaState) => {
	const { says, advice } = REPLICA[state];
	const check = fine('Replica', says);
	return advice ? trouble(check, state === 'foreign' ? 'act' : 'look', advice) : check;
};

const disk = (read: NonNullable<Readings['disk']>) => {
	const check = fine('Disk', `${size(read.free)} of ${size(read.size)} are free`);
	const { floor } = read;
	if (read.free < floor)
		return trouble(check, 'act', `Uploads are refused. Free at least ${size(floor)} on this disk.`);
	return read.free < 2 * floor
		? trouble(
				check,
				'look',
				`Uploads stop below ${size(floor)}. Make room, or move to a larger disk.`,
			)
		: check;
};

const BACKUP_MS = 8 * 24 * HOUR_MS;

const backup = ({ backup: last, database: { engine } }: Readings, now: number) => {
	const name = 'Backup';
	const how =
		'`npm run ufundi -- backup` makes one; docs/operations.md says how to have it made daily.';
	if (!last) {
		const none = fine(name, 'None has been made with `ufundi backup` from this data folder');
		// PostgreSQL has tools of its own, which leave no trace here.
		return engine === 'postgres' ? none : trouble(none, 'look', how);
	}
	const check = fine(name, 'The last one was made', last.at);
	if (last.lost > 0)
		return trouble(
			check,
			'act',
			`It lacks ${counted(last.lost, 'file', 'files')}: \`npm run ufundi -- files verify\` says which.`,
		);
	return now - Date.parse(last.at) > BACKUP_MS
		? trouble(check, 'look', `That is more than a week ago. ${how}`)
		: check;
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
		return fine(name, 'Not set up: MPESA_HOOK_TOKEN is not set, so that nothing can be delivered');
	const asked = counted(unheard, 'request', 'requests');
	if (lastDelivery === null)
		return unheard > 0
			? trouble(fine(name, `None yet, although ${asked} went out`), 'act', ADDRESS)
			: fine(name, 'None yet');
	if (unheard >= UNHEARD_MANY)
		return trouble(
			fine(name, `None for any of the last ${asked}; the last one has arrived`, lastDelivery),
			'act',
			ADDRESS,
		);
	const check = fine(name, 'The last one has arrived', lastDelivery);
	return now - Date.parse(lastDelivery) > 24 * HOUR_MS
		? trouble(
				check,
				'look',
				'Nothing has arrived for a day. If people are paying, M-Pesa does not reach this server.',
			)
		: check;
};

const overdue = ({ overdue: count }: Readings['payments']) => {
	const name = 'Payments pending for over a day';
	return count === 0
		? fine(name, 'None')
		: trouble(
				fine(
					name,
					`${counted(count, 'payment waits', 'payments wait')}, and M-Pesa is asked no more`,
				),
				'look',
				'On the MPesa Dashboard, “Over 1 day” lists them. Check with M-Pesa asks once more; what it does not know, its portal’s statement shows.',
			);
};

const questions = ({ checksDue, oldestDue }: Readings['payments'], now: number) => {
	const name = 'Questions to M-Pesa';
	if (checksDue === 0) return fine(name, 'None is waiting');
	const check = fine(
		name,
		`${counted(checksDue, 'payment waits', 'payments wait')} to be asked about, the oldest since`,
		oldestDue,
	);
	return oldestDue !== null && now - Date.parse(oldestDue) > HOUR_MS
		? trouble(check, 'look', 'M-Pesa may not answer, or answers slowly. The log says more.')
		: check;
};

const strays = ({ strays: count }: Readings) => {
	const check = fine(
		'Stray deliveries',
		count === 0
			? 'None within the last day'
			: `${counted(count, 'delivery', 'deliveries')} of the last day changed no payment`,
	);
	return count === 0
		? check
		: trouble(
				check,
				'look',
				'Look at them under MPesa Transactions: somebody may have paid, or somebody may try to forge.',
			);
};

/** More refused sign-ins than people make who mistype, in an hour. */
const STORM = 60;

const signIns = ({ refusedSignIns: count }: Readings) => {
	const check = fine('Sign-ins', `${counted(count, 'was', 'were')} refused within the last hour`);
	return count < STORM
		? check
		: trouble(
				check,
				'look',
				'Somebody may be guessing passwords. The audit trail, under Sign-in refused, says from where.',
			);
};

/** How long a job may be silent before somebody should look. */
const SILENT_MS = 3 * HOUR_MS;

const AGAIN = 'Its server was cut off. Another takes its turn within a few minutes.';

const job = (row: Readings['jobs'][number], now: number) => {
	if (row.lease_until !== null && Date.parse(row.lease_until) > now)
		return fine(row.name, 'Under way', row.started_at);
	if (row.finished_at === null)
		return trouble(fine(row.name, 'Begun, and never ended', row.started_at), 'look', AGAIN);
	const check = fine(row.name, row.note ?? 'Done', row.finished_at);
	if (row.failed_at !== null)
		return trouble(
			check,
			'act',
			'It failed, and is tried again at its next turn. The log says more.',
		);
	return now - Date.parse(row.finished_at) > SILENT_MS
		? trouble(check, 'look', 'It has not run for hours. Restart the server, and look into its log.')
		: check;
};

/** What the readings mean, and what to do about it. */
export const statusOf = (
	read: Readings,
	about: { version: string; startedAt: number; hooksOpen: boolean },
	now: number,
): SystemStatus => ({
	version: about.version,
	started_at: new Date(about.startedAt).toISOString(),
	checks: [
		database(read.database),
		...(read.replica ? [replica(read.replica)] : []),
		...(read.disk ? [disk(read.disk)] : []),
		backup(read, now),
		deliveries(read.payments, about.hooksOpen, now),
		overdue(read.payments),
		questions(read.payments, now),
		strays(read),
		signIns(read),
	],
	jobs: read.jobs.map((row) => job(row, now)),
});
