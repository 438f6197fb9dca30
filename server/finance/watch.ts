import { UNHEARD_MANY } from '#shared/contract/finance/statistics.ts';
import { formatCount } from '#shared/grouped.ts';
import type { Db } from '../platform/db/database.ts';
import type { Watch } from '../platform/system/readings.ts';
import { buildCheck } from '../platform/system/status.ts';
import { readMonthFigures, sumFigures } from './payments/figures.ts';
import { countUnmatched, findDeliveryGaps } from './payments/unmatched.ts';

const HOUR_MS = 3_600_000;

const countChecksDue = (db: Db, now: number) =>
	db
		.selectFrom('payment_checks')
		.select((eb) => [eb.fn.countAll<number>().as('due'), eb.fn.min('due_at').as('oldest')])
		.where('due_at', '<=', new Date(now).toISOString())
		.executeTakeFirstOrThrow();

const readPayments = async (db: Db, now: number) => {
	const [months, due, unsaid, unmatched] = await Promise.all([
		readMonthFigures(db),
		countChecksDue(db, now),
		findDeliveryGaps(db, now),
		countUnmatched(db, new Date(now - 24 * HOUR_MS).toISOString()),
	]);
	return {
		pending: sumFigures(months).pending,
		/** The number of due status queries to M-Pesa, and the time of the oldest, ISO 8601. */
		checksDue: Number(due.due),
		oldestDue: (due.oldest as string | null) ?? null,
		...unsaid,
		/** Messages of the last day without a payment. */
		unmatched,
	};
};

/** Measured values of payments. */
export type PaymentReadings = Awaited<ReturnType<typeof readPayments>>;

const ADDRESS =
	'M-Pesa delivers to the address in PUBLIC_URL. Check that it can be reached from the internet over https.';

const checkDeliveries = (
	{ lastDelivery, unheard }: PaymentReadings,
	hooksOpen: boolean,
	now: number,
) => {
	const name = 'Messages from M-Pesa';
	if (!hooksOpen) return buildCheck(name, 'Not set up: set MPESA_HOOK_TOKEN to receive messages');
	const requests = formatCount(unheard, 'request');
	if (lastDelivery === null)
		return unheard > 0
			? buildCheck(name, `None yet, although ${requests} went out`, { error: ADDRESS })
			: buildCheck(name, 'None yet');
	if (unheard >= UNHEARD_MANY) {
		const says = `None for the last ${requests}; last message`;
		return buildCheck(name, says, { error: ADDRESS }, lastDelivery);
	}
	const warning =
		now - Date.parse(lastDelivery) > 24 * HOUR_MS &&
		'No message for a day. If people are paying, M-Pesa cannot reach this server.';
	return buildCheck(name, 'Last message', { warning }, lastDelivery);
};

const checkOverdue = ({ overdue: count }: PaymentReadings) => {
	const name = 'Payments pending for over a day';
	if (count === 0) return buildCheck(name, 'None');
	const [one, many] = ['payment request is pending', 'payment requests are pending'];
	return buildCheck(name, `${formatCount(count, one, many)}, and M-Pesa is asked no more`, {
		warning: 'Use Check with M-Pesa, or look in the statement of the M-Pesa portal.',
		about: 'overdue',
	});
};

const checkQuestions = ({ checksDue, oldestDue }: PaymentReadings, now: number) => {
	const name = 'Questions to M-Pesa';
	if (checksDue === 0) return buildCheck(name, 'None');
	const waiting = formatCount(checksDue, 'payment waits', 'payments wait');
	const warning =
		oldestDue !== null &&
		now - Date.parse(oldestDue) > HOUR_MS &&
		'M-Pesa may be slow or down. See the log.';
	return buildCheck(name, `${waiting} to be asked about, the oldest since`, { warning }, oldestDue);
};

const checkUnmatched = ({ unmatched: count }: PaymentReadings) => {
	const name = 'M-Pesa messages without a payment';
	if (count === 0) return buildCheck(name, 'None within the last day');
	const some = formatCount(count, 'message');
	return buildCheck(name, `${some} of the last day changed no payment`, {
		warning: 'They may be payments, or forged.',
		about: 'unmatched',
	});
};

/** Converts the readings to checks with advice. */
export const checkPayments = (read: PaymentReadings, hooksOpen: boolean, now: number) => [
	checkDeliveries(read, hooksOpen, now),
	checkOverdue(read),
	checkQuestions(read, now),
	checkUnmatched(read),
];

const listMetrics = (read: PaymentReadings) => [
	{ name: 'ufundi_payments_pending', help: 'Payments that are pending.', value: read.pending },
	{
		name: 'ufundi_payments_overdue',
		help: 'Of ours, pending for more than a day.',
		value: read.overdue,
	},
	{
		name: 'ufundi_requests_unheard',
		help: 'Since the last delivery, over five minutes old.',
		value: read.unheard,
	},
	{
		name: 'ufundi_payment_checks_due',
		help: 'Questions to M-Pesa whose time has come.',
		value: read.checksDue,
	},
	{
		name: 'ufundi_deliveries_unmatched',
		help: 'Of the last day, that changed no payment.',
		value: read.unmatched,
	},
	{
		name: 'ufundi_last_delivery_timestamp_seconds',
		help: 'When M-Pesa last delivered anything.',
		// Not 0, which would be the year 1970.
		value: read.lastDelivery === null ? undefined : Date.parse(read.lastDelivery) / 1_000,
	},
];

/** Returns the watch over payments and messages. `hooksOpen`: whether M-Pesa can deliver to this server. */
export const watchPayments =
	(hooksOpen: boolean): Watch =>
	async (db, now) => {
		const read = await readPayments(db, now);
		return { checks: checkPayments(read, hooksOpen, now), metrics: listMetrics(read) };
	};
