import { expect, it } from 'vitest';
import { resultCodes } from '#shared/contract/finance/result-codes.ts';
import { formatMpesaTime } from '#shared/east-africa-time.ts';
import { PHONE } from '#shared/phone.ts';
import { compareFigures } from '../finance/payments/figures.ts';
import { readStatistics } from '../finance/payments/statistics.ts';
import { selectPayments } from '../finance/payments/store.ts';
import { fromSeq } from '../finance/payments/tables.ts';
import { engines, makeTestApp } from '../testing/app.ts';

const FIGURES = {
	total: 532,
	completed: 487,
	pending: 14,
	failed: 31,
	totalAmount: 1_245_000,
	lastMonth: { total: 48, amount: 152_000 },
	thisMonth: { total: 52, amount: 165_000 },
};

/** Returns the day that the first three letters of a receipt encode: A is 2006, January, and 10 in the day. */
const dayOf = (receipt: string) => {
	const [year = 0, month = 0, day = 0] = [...receipt].map((letter) => letter.charCodeAt(0));
	const two = (n: number) => String(n).padStart(2, '0');
	return `${2006 + year - 65}${two(month - 64)}${two(day < 65 ? day - 48 : day - 55)}`;
};

it.each(engines)(
	'sample payments are the figures of the specification at any time (%s)',
	async (engine) => {
		const { loadSamplePayments } = await import('./sample-payments.ts');
		for (const now of ['2026-11-20T09:00:00Z', '2026-02-28T20:59:59Z', '2026-02-28T21:00:01Z']) {
			const site = await makeTestApp(engine);
			const at = Date.parse(now);
			expect(await loadSamplePayments(site.database, at)).toBe(true);
			expect(await loadSamplePayments(site.database, at)).toBe(false);
			expect(await readStatistics(site.database.read, at)).toEqual(FIGURES);
			expect(await compareFigures(site.database.read)).toEqual([]);

			const payments = await selectPayments(site.database.read).execute();
			for (const { seq, status, phone, receipt, start_date, end_date } of payments) {
				expect(fromSeq(seq)).toBeLessThanOrEqual(at);
				expect(phone).toMatch(PHONE);
				expect([receipt !== null, start_date !== null, end_date !== null]).toEqual(
					Array(3).fill(status === 'completed'),
				);
				if (receipt === null) continue;
				expect(dayOf(receipt)).toBe(formatMpesaTime(fromSeq(seq)).slice(0, 8));
			}
			const codes = new Set(payments.map(({ result_code }) => result_code));
			for (const [code, { final }] of Object.entries(resultCodes))
				if (final) expect(codes).toContain(code);
			await site.close();
		}
	},
	60_000,
);
