import { expect, it } from 'vitest';
import { NO_CODE } from '#shared/contract/finance/transactions-query.ts';
import { createRandom } from '../../cli/sample-payments.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { manyPayments } from './fixtures/many-payments.ts';
import type { Payment } from './store.ts';
import { fromSeq } from './tables.ts';

onEveryEngine('a search in transactions', (site) => {
	const { payments, list, expected, textOf } = manyPayments(site);

	it('finds them by any part of receipt, phone, request ids, reference and name, in any case', async () => {
		const random = createRandom(11);
		const parts = Array.from({ length: 24 }, () => {
			const text = textOf(payments[random(payments.length)] as Payment).split('\n');
			const field = text[random(6)] ?? '';
			const at = random(Math.max(1, field.length - 4));
			return field.slice(at, at + 3 + random(10));
			// Excludes parts that can be phones in another spelling, which have their own test.
		}).filter((part) => part.length >= 3 && !/^(0|[\d+]*-[\d-]*$)/.test(part));
		for (const part of [
			...parts,
			'254',
			'ws_co',
			'wanjiru',
			"n'gang",
			'jane o',
			'uf-0',
			'7%_',
			'\\**1',
			'%%%',
			'___',
			'zzzz',
		])
			for (const typed of [part, part.toUpperCase()]) {
				const { ids, total } = await list({ search: typed, limit: 50 });
				const keep = (payment: Payment) =>
					textOf(payment).includes(part) || String(payment.amount) === part;
				expect({ typed, ids, total }).toEqual({ typed, ...expected(keep, 1, 50) });
			}
	});

	it('finds them by fewer than three characters, anywhere', async () => {
		for (const part of ['u', 'TL', '25', '2', 'u1', '%', '_', '5'])
			for (const status of [undefined, 'completed']) {
				const keep = (payment: Payment) =>
					(!status || payment.status === status) &&
					(textOf(payment).includes(part.toLowerCase()) || String(payment.amount) === part);
				const { ids, total } = await list({ search: part, ...(status && { status }) });
				expect({ part, ids, total }).toEqual({ part, ...expected(keep, 1, 10) });
			}
	});

	it('finds them by a phone in any spelling and by a whole pasted message', async () => {
		const paid = payments.find(
			({ receipt, phone }) => receipt && /^2547\d{8}$/.test(phone ?? ''),
		) as Payment;
		const subscriber = paid.phone?.slice(3) ?? '';
		const spelled = subscriber.replace(/(...)(...)(...)/, '$1 $2-$3');
		for (const search of [
			`0${subscriber}`,
			`+254 ${spelled}`,
			`0${spelled}`,
			subscriber,
			`254${subscriber}`,
			paid.checkout_request_id ?? '',
			paid.receipt?.toLowerCase() ?? '',
			`${paid.receipt} Confirmed. Ksh1,500.00 sent to UFUNDI 0712345678 on 28/11/25 at 9:00 AM. New M-PESA balance is Ksh20.00.`,
		])
			expect((await list({ search })).ids, search).toContain(paid.id);
	});

	it('finds whole values in the list and the export, within the other filters', async () => {
		const paid = payments.find(
			({ status, receipt, phone, merchant_request_id }) =>
				status === 'completed' && receipt && /^254\d{9}$/.test(phone ?? '') && merchant_request_id,
		) as Payment;
		for (const [column, whole] of [
			['receipt', paid.receipt],
			['phone', paid.phone],
			['checkout_request_id', paid.checkout_request_id],
			['merchant_request_id', paid.merchant_request_id],
		] as const) {
			const search = whole?.toUpperCase() ?? '';
			const keep = (payment: Payment) => payment[column] === whole;
			expect(await list({ search, limit: 50 }), column).toMatchObject(expected(keep, 1, 50));
			const failed = (payment: Payment) => keep(payment) && payment.status === 'failed';
			expect(await list({ search, status: 'failed', limit: 50 }), column).toMatchObject(
				expected(failed, 1, 50),
			);
			const csv = await site().call('GET', `/transactions/export.csv?search=${search}`);
			expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(
				1 + payments.filter(keep).length,
			);
		}
	});

	it('is combined with a status and days', async () => {
		const start = Date.parse('2025-12-10T00:00:00+03:00');
		const keep = (payment: Payment) =>
			textOf(payment).includes('2547') &&
			payment.status === 'failed' &&
			fromSeq(payment.seq) >= start;
		const { ids, total } = await list({ search: '2547', status: 'failed', from: '2025-12-10' });
		expect({ ids, total }).toEqual(expected(keep, 1, 10));
	});

	it('is limited to a reason, together with any text', async () => {
		for (const code of new Set(payments.map(({ result_code }) => result_code))) {
			const keep = (payment: Payment) =>
				payment.status === 'failed' && payment.result_code === code;
			const result_code = code ?? NO_CODE;
			expect(await list({ result_code, limit: 50 })).toMatchObject(expected(keep, 1, 50));
			const mixed = (payment: Payment) => keep(payment) && textOf(payment).includes('2547');
			expect(await list({ result_code, search: '2547', limit: 50 })).toMatchObject(
				expected(mixed, 1, 50),
			);
			const csv = await site().call('GET', `/transactions/export.csv?result_code=${result_code}`);
			expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(
				1 + payments.filter(keep).length,
			);
		}
	});
});
