import { expect, it } from 'vitest';
import { resultCodes } from '#shared/contract/result-codes.ts';
import { mpesaTimeText } from '#shared/east-africa-time.ts';
import { PHONE } from '#shared/phone.ts';
import { paymentRows } from '../../features/payments/store.ts';
import { momentOf } from '../../features/payments/tables.ts';
import { compareFigures } from '../../features/statistics/recompute.ts';
import { readStatistics } from '../../features/statistics/store.ts';
import { engines, makeTestApp } from '../../test-app.ts';

const FIGURES = {
	total: 532,
	completed: 487,
	pending: 14,
	failed: 31,
	totalAmount: 1_245_000,
	lastMonth: { total: 48, amount: 152_000 },
	thisMonth: { total: 52, amount: 165_000 },
};

it.each(engines)(
	'sample payments are the figures of the specification at any time (%s)',
	async (engine) => {
		const { loadSamplePayments } = await import('./load.ts');
		for (const now of ['2026-11-20T09:00:00Z', '2026-02-28T20:59:59Z', '2026-02-28T21:00:01Z']) {
			const site = await makeTestApp(engine);
			const at = Date.parse(now);
			expect(await loadSamplePayments(site.database, at)).toBe(true);
			expect(await loadSamplePayments(site.database, at)).toBe(false);
			expect(await readStatistics(site.database.read, at)).toEqual(FIGURES);
			expect(await compareFigures(site.database.read)).toEqual([]);

			const payments = await paymentRows(site.database.read).execute();
			for (const { seq, status, phone, receipt, start_date, end_date } of payments) {
				expect(momentOf(seq)).toBeLessThanOrEqual(at);
				expect(phone).toMatch(PHONE);
				expect([receipt !== null, start_date !== null, end_date !== null]).toEqual(
					Array(3).fill(status === 'completed'),
				);
				if (receipt === null) continue;
				const [year, month, day] = [...receipt].map((letter) => letter.charCodeAt(0));
				const time = mpesaTimeText(momentOf(seq));
				expect(2006 + (year ?? 0) - 65).toBe(Number(time.slice(0, 4)));
				expect((month ?? 0) - 64).toBe(Number(time.slice(4, 6)));
				const number = (day ?? 0) < 65 ? (day ?? 0) - 48 : (day ?? 0) - 55;
				expect(number).toBe(Number(time.slice(6, 8)));
			}
			const codes = new Set(payments.map(({ result_code }) => result_code));
			for (const [code, { final }] of Object.entries(resultCodes))
				if (final) expect(codes).toContain(code);
			await site.close();
		}
	},
	60_000,
);
