import { UNHEARD_MANY } from '#shared/contract/statistics.ts';
import type { SystemStatus } from '#shared/contract/system.ts';
import { counted, fine, HOUR_MS, trouble } from './check.ts';
import type { Readings } from './readings.ts';
import { BACKUP_MS, backup, database, disk, files, replica } from './storage-checks.ts';

const auditTrail = ({ audit, backup: last }: Readings, now: number) => {
	const name = 'Audit trail';
	const how =
		'Somebody with the database could rewrite it unseen. A backup, `npm run ufundi -- audit heads` and a program that reads /metrics each take its ends along.';
	const at = [audit.anchoredAt, last?.at]
		.filter((one) => typeof one === 'string')
		.sort()
		.at(-1);
	if (at === undefined) return trouble(fine(name, 'Its ends are kept nowhere else'), 'look', how);
	const check = fine(name, 'Its ends were last taken elsewhere', at);
	return now - Date.parse(at) > BACKUP_MS ? trouble(check, 'look', how) : check;
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

/** As the dashboard's warning: a payment that M-Pesa was never asked for by us is not followed either. */
const overdue = ({ overdue: count }: Readings['payments']) => {
	const name = 'Payments pending for over a day';
	if (count === 0) return fine(name, 'None that we asked for');
	const waiting = counted(
		count,
		'payment that we asked for waits',
		'payments that we asked for wait',
	);
	return trouble(
		fine(name, `${waiting}, and M-Pesa is asked no more`),
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

const unmatched = ({ unmatched: count }: Readings) => {
	const check = fine(
		'Unmatched deliveries',
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

/** Where phones are masked: who saw so many of them that somebody should ask why. */
const phoneNumbers = ({ reveals }: Readings) => {
	const name = 'Phone numbers';
	const [last] = reveals;
	if (!last)
		return fine(name, 'Nobody saw many whole ones within the last week; people see them masked');
	const names = [...new Set(reveals.map((one) => one.name))].join(', ');
	const numbers = counted(last.count, 'whole number', 'whole numbers');
	const says = last.exported
		? `${last.name} exported ${numbers}`
		: `${last.name} saw ${numbers} within an hour`;
	return trouble(
		fine(name, says, last.at),
		'look',
		`The audit trail, under Saw the number and Exported, says which and why. Within the last week: ${names}.`,
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
	about: { version: string; startedAt: number; hooksOpen: boolean; phonesMasked: boolean },
	now: number,
): SystemStatus => ({
	version: about.version,
	started_at: new Date(about.startedAt).toISOString(),
	checks: [
		database(read.database),
		...(read.replica ? [replica(read.replica)] : []),
		files(read.files),
		...(read.disk ? [disk(read.disk)] : []),
		backup(read, now),
		auditTrail(read, now),
		deliveries(read.payments, about.hooksOpen, now),
		overdue(read.payments),
		questions(read.payments, now),
		unmatched(read),
		signIns(read),
		...(about.phonesMasked ? [phoneNumbers(read)] : []),
	],
	jobs: read.jobs.map((row) => job(row, now)),
});
