import { expect, it } from 'vitest';
import { checkPayments, type PaymentReadings } from './watch.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(NOW - ms).toISOString();

const healthy: PaymentReadings = {
	pending: 3,
	checksDue: 0,
	oldestDue: null,
	lastDelivery: ago(60_000),
	unheard: 0,
	overdue: 0,
	unmatched: 0,
};

const listTroubles = (read: Partial<PaymentReadings>, hooksOpen = true) =>
	checkPayments({ ...healthy, ...read }, hooksOpen, NOW)
		.filter(({ state }) => state !== 'ok')
		.map(({ name, state, about }) => [name, state, about]);

it('has no advice for healthy payments', () => {
	expect(listTroubles({})).toEqual([]);
	expect(checkPayments(healthy, true, NOW)).toMatchObject([
		{ name: 'Messages from M-Pesa', at: ago(60_000) },
		{ name: 'Payments pending for over a day', says: 'None' },
		{ name: 'Questions to M-Pesa', says: 'None' },
		{ name: 'M-Pesa messages without a payment', says: 'None within the last day' },
	]);
});

it('has advice for each problem', () => {
	const silent = { lastDelivery: ago(25 * HOUR) };
	const never = { lastDelivery: null };
	const deliveries = 'Messages from M-Pesa';
	expect(listTroubles(silent)).toEqual([[deliveries, 'warning', null]]);
	expect(listTroubles(silent, false)).toEqual([]);
	expect(listTroubles(never)).toEqual([]);
	expect(listTroubles({ ...never, unheard: 1 })).toEqual([[deliveries, 'error', null]]);
	expect(listTroubles({ unheard: 2 })).toEqual([]);
	expect(listTroubles({ unheard: 3 })).toEqual([[deliveries, 'error', null]]);
	expect(listTroubles({ overdue: 1 })).toEqual([
		['Payments pending for over a day', 'warning', 'overdue'],
	]);
	expect(listTroubles({ checksDue: 2, oldestDue: ago(2 * HOUR) })).toEqual([
		['Questions to M-Pesa', 'warning', null],
	]);
	expect(listTroubles({ unmatched: 1 })).toEqual([
		['M-Pesa messages without a payment', 'warning', 'unmatched'],
	]);
});
