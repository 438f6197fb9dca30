import { expect, it } from 'vitest';
import type { Trends } from '#shared/contract/finance/statistics.ts';
import { NO_CODE, type Status } from '#shared/contract/finance/transactions-query.ts';
import { formatDay, getFirstDay, toDayNumber, toMonthNumber } from '#shared/east-africa-time.ts';
import { createRandom } from '../../cli/sample-payments.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { compareFigures, rebuildFigures } from './figures.ts';
import { paymentAt } from './fixtures/payments.ts';
import { readStatistics, readTrends } from './statistics.ts';
import { storePayments } from './store.ts';
import { fromSeq } from './tables.ts';

const DAY = 24 * 3_600_000;

onEveryEngine('statistics', (site) => {
	it('are all zero without a payment', async () => {
		const nothing = { total: 0, amount: 0 };
		expect((await site().call('GET', '/statistics')).body).toEqual({
			success: true,
			data: {
				total: 0,
				completed: 0,
				pending: 0,
				failed: 0,
				totalAmount: 0,
				lastMonth: nothing,
				thisMonth: nothing,
			},
		});
		const { body } = await site().call('GET', '/statistics/trends');
		expect(body.data.days).toHaveLength(30);
		expect(body.data.months).toHaveLength(12);
		expect(body.data).toMatchObject({ failures: [], lastDelivery: null, unmatched: 0 });
	});

	it('equal a full count of all payments at any time', async () => {
		const random = createRandom(3);
		const end = Date.parse('2026-03-31T21:00:00Z');
		// Some exactly at the ends of days and months in East Africa Time, which are 21:00 UTC.
		const moments = Array.from({ length: 600 }, (_, n) =>
			n % 3 === 0 ? end - random(60) * DAY - random(3) + 1 : end - random(400) * DAY - random(DAY),
		);
		const states: Status[] = ['completed', 'completed', 'failed', 'pending'];
		const stored = await site().database.write((trx) =>
			storePayments(
				trx,
				moments.map((at) => [paymentAt(at, random, states[random(4)]), at]),
				'request',
			),
		);

		for (const now of [end - 1, end, end - 31 * DAY, end - 31 * DAY - 1]) {
			const sum = (keep: (at: number) => boolean) => {
				const kept = stored.filter(({ seq }) => keep(fromSeq(seq)));
				const paid = kept.filter(({ status }) => status === 'completed');
				return { total: kept.length, amount: paid.reduce((a, { amount }) => a + amount, 0) };
			};
			const statistics = await readStatistics(site().database.read, now);
			const { total, amount } = sum(() => true);
			expect(statistics).toMatchObject({ total, totalAmount: amount });
			expect(statistics.completed + statistics.pending + statistics.failed).toBe(total);
			const month = toMonthNumber(now);
			expect(statistics.thisMonth).toEqual(sum((at) => toMonthNumber(at) === month));
			expect(statistics.lastMonth).toEqual(sum((at) => toMonthNumber(at) === month - 1));
			const trends = await readTrends(site().database.read, now);
			const { from, to, ...same } = trends.sameDays;
			expect(same).toEqual(
				sum((at) => formatDay(toDayNumber(at)) >= from && formatDay(toDayNumber(at)) <= to),
			);
			expect(from).toBe(formatDay(getFirstDay(month - 1)));
			expect(Number(to.slice(8))).toBe(
				Math.min(
					Number(formatDay(toDayNumber(now)).slice(8)),
					getFirstDay(month) - getFirstDay(month - 1),
				),
			);
			for (const { day, ...of } of trends.days)
				expect(of).toMatchObject(sum((at) => formatDay(toDayNumber(at)) === day));
			expect(trends.days.at(-1)?.day).toBe(formatDay(toDayNumber(now)));
		}
		expect(await compareFigures(site().database.read)).toEqual([]);
	});

	it('equal the totals of the lists that they link to', async () => {
		const random = createRandom(5);
		const now = Date.now();
		const minutes = [0.5, 3, 20, 59, 61, 600, 1_439, 1_441, 9_000];
		await site().database.write((trx) =>
			storePayments(
				trx,
				minutes.map((ago) => [
					paymentAt(now - ago * 60_000, random, 'pending'),
					now - ago * 60_000,
				]),
				'request',
			),
		);
		const { pendingByAge, failures, days } = (await site().call('GET', '/statistics/trends')).body
			.data as Trends;
		expect(pendingByAge.filter(({ total }) => total >= 2)).toHaveLength(4);
		const total = async (query: Record<string, string>) =>
			(await site().call('GET', `/transactions?${new URLSearchParams(query)}`)).body.data.total;
		for (const { age, total: shown } of pendingByAge) expect(await total({ age })).toBe(shown);
		const [from, to] = [days.at(0)?.day ?? '', days.at(-1)?.day ?? ''];
		for (const { result_code, total: shown } of failures)
			expect(await total({ from, to, result_code: String(result_code ?? NO_CODE) })).toBe(shown);
	});

	it('are checked and repaired by the command', async () => {
		await site().database.write((trx) =>
			trx
				.updateTable('payment_months')
				.set((eb) => ({ n: eb('n', '+', 1) }))
				.where('status', '=', 'failed')
				.execute(),
		);
		expect(await compareFigures(site().database.read)).not.toEqual([]);
		await rebuildFigures(site().database);
		expect(await compareFigures(site().database.read)).toEqual([]);
	});
});
