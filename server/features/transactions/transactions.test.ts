import { beforeAll, describe, expect, it } from 'vitest';
import { type Status, statuses } from '#shared/contract/transactions.ts';
import { momentOf } from '../../db/payment-seq.ts';
import { onEveryEngine } from '../../test-app.ts';
import { paymentAt, randomFrom } from '../payments/fixtures/payments.ts';
import { type Payment, storePayments } from '../payments/store.ts';

const START = Date.parse('2025-11-28T20:00:00Z');
const HOUR = 3_600_000;

onEveryEngine('transactions', (site) => {
	let payments: Payment[];

	beforeAll(async () => {
		const random = randomFrom(7);
		const made = Array.from({ length: 400 }, (_, n) => {
			const at = START + Math.floor(n / 4) * 11 * HOUR + random(3) * HOUR;
			const status = (['completed', 'completed', 'failed', 'pending'] as const)[random(4)];
			return [paymentAt(at, random, status as Status), at] as [
				ReturnType<typeof paymentAt>,
				number,
			];
		});
		const [first] = made;
		if (first) Object.assign(first[0], { phone: '2547%_\\**126', account_reference: '=1+1,"x"' });
		payments = (await site().database.write((trx) => storePayments(trx, made, 'request'))).sort(
			(a, b) => b.seq - a.seq,
		);
	});

	const list = async (query: Record<string, string | number>) => {
		const text = new URLSearchParams(
			Object.entries(query).map(([name, value]) => [name, String(value)]),
		);
		const { status, body } = await site().call('GET', `/transactions?${text}`);
		expect(status).toBe(200);
		return {
			ids: body.data.data.map(({ id }: { id: string }) => id) as string[],
			total: body.data.total as number,
			items: body.data.data,
		};
	};

	const expected = (keep: (payment: Payment) => boolean, page: number, limit: number) => {
		const kept = payments.filter(keep);
		return {
			ids: kept.slice((page - 1) * limit, page * limit).map(({ id }) => id),
			total: kept.length,
		};
	};

	const textOf = (payment: Payment) =>
		[payment.receipt, payment.phone, payment.checkout_request_id, payment.merchant_request_id]
			.map((text) => text ?? '')
			.join('\n')
			.toLowerCase();

	it('show every field of a payment, and ten of them where nobody says how many', async () => {
		const { items, total } = await list({});
		expect(items).toHaveLength(10);
		expect(total).toBe(400);
		const [newest] = payments;
		expect(items[0]).toMatchObject({
			id: newest?.id,
			created_at: new Date(momentOf(newest?.seq ?? 0)).toISOString(),
			amount: newest?.amount,
			phone_number: newest?.phone,
			checkout_request_id: newest?.checkout_request_id,
			start_date: null,
			end_date: null,
		});
	});

	it('come newest first on every page, with any status and between any days', async () => {
		const ranges = [
			{},
			{ from: '2025-12-05' },
			{ to: '2025-12-05' },
			{ from: '2025-11-30', to: '2025-12-01' },
			{ from: '2025-11-29', to: '2026-01-02' },
			{ from: '2025-12-31', to: '2026-02-01' },
			{ from: '2025-12-10', to: '2025-12-09' },
			{ from: '2030-01-01' },
		];
		const start = (day: string) => Date.parse(`${day}T00:00:00+03:00`);
		for (const range of ranges as { from?: string; to?: string }[])
			for (const status of [undefined, ...statuses]) {
				const keep = (payment: Payment) =>
					(status === undefined || payment.status === status) &&
					(range.from === undefined || momentOf(payment.seq) >= start(range.from)) &&
					(range.to === undefined || momentOf(payment.seq) < start(range.to) + 24 * HOUR);
				const pages = Math.ceil(payments.filter(keep).length / 7);
				for (const page of new Set([1, 2, Math.ceil(pages / 2) || 1, pages || 1, pages + 1])) {
					const { ids, total } = await list({
						...range,
						...(status && { status }),
						page,
						limit: 7,
					});
					expect({ ids, total }).toEqual(expected(keep, page, 7));
				}
			}
	});

	it('are found by any part of receipt, phone and request ids, in any case', async () => {
		const random = randomFrom(11);
		const parts = Array.from({ length: 60 }, () => {
			const text = textOf(payments[random(payments.length)] as Payment).split('\n');
			const field = text[random(4)] ?? '';
			const at = random(Math.max(1, field.length - 4));
			return field.slice(at, at + 3 + random(10));
			// What can be a phone in another spelling is looked for as that, too; it has its own test.
		}).filter((part) => part.length >= 3 && !/^(0|[\d+]*-[\d-]*$)/.test(part));
		for (const part of [...parts, '254', 'ws_co', '7%_', '\\**1', '%%%', '___', 'zzzz'])
			for (const typed of [part, part.toUpperCase()]) {
				const { ids, total } = await list({ search: typed, limit: 50 });
				const keep = (payment: Payment) => textOf(payment).includes(part);
				expect({ typed, ids, total }).toEqual({ typed, ...expected(keep, 1, 50) });
			}
	});

	it('are looked for by any text without trouble, and odd text finds nothing', async () => {
		const odd = [
			'7 1',
			'(1)',
			'\0\0\0',
			'a\nb\nc',
			'😀😀😀',
			'"""',
			"'''",
			'a"b AND c*',
			'NEAR(',
			'* *',
		];
		for (const search of [...odd, '\ud800\ud800\ud800']) {
			expect({ search, total: (await list({ search })).total }).toEqual({ search, total: 0 });
			const query = new URLSearchParams({ search });
			const csv = await site().call('GET', `/transactions/export.csv?${query}`);
			expect(String(csv.body).split('\r\n')).toHaveLength(2);
		}
	});

	it('are found by the beginning of receipt or phone when fewer than three characters are given', async () => {
		for (const part of ['u', 'TL', '25', '2', 'u1', '%', '_', '5'])
			for (const status of [undefined, 'completed']) {
				const keep = (payment: Payment) =>
					(!status || payment.status === status) &&
					[payment.receipt, payment.phone].some((text) =>
						text?.toLowerCase().startsWith(part.toLowerCase()),
					);
				const { ids, total } = await list({ search: part, ...(status && { status }) });
				expect({ part, ids, total }).toEqual({ part, ...expected(keep, 1, 10) });
			}
	});

	it('are found by a phone in any spelling and by a whole pasted message', async () => {
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

	it('given whole are found alone, in the list and in its export, within the other filters', async () => {
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

	it('combine a search with a status and days', async () => {
		const start = Date.parse('2025-12-10T00:00:00+03:00');
		const keep = (payment: Payment) =>
			textOf(payment).includes('2547') &&
			payment.status === 'failed' &&
			momentOf(payment.seq) >= start;
		const { ids, total } = await list({ search: '2547', status: 'failed', from: '2025-12-10' });
		expect({ ids, total }).toEqual(expected(keep, 1, 10));
	});

	describe('refuse what is no filter', () => {
		it.each([
			['status', 'all'],
			['status', 'Completed'],
			['page', '0'],
			['page', '1.5'],
			['limit', '0'],
			['limit', '101'],
			['from', '2025-02-30'],
			['from', '1.1.2025'],
			['to', 'yesterday'],
			['search', 'x'.repeat(1001)],
		])('%s=%s', async (name, value) => {
			const answer = await site().call(
				'GET',
				`/transactions?${new URLSearchParams({ [name]: value })}`,
			);
			expect(answer.status).toBe(422);
			expect(Object.keys(answer.body.fields)).toEqual([name]);
		});
	});

	it('open one by one, and an unknown one is not found', async () => {
		const [newest] = payments;
		const { status, body } = await site().call('GET', `/transactions/${newest?.id}`);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({
			id: newest?.id,
			evidence: [],
			history: [{ from: null, to: newest?.status, cause: 'request' }],
		});
		for (const id of ['x', '%00', '0198c0de-0000-7000-8000-000000000000'])
			expect((await site().call('GET', `/transactions/${id}`)).status).toBe(404);
	});

	it('leave as CSV in the order of the list, safe for spreadsheets', async () => {
		const answer = await site().call('GET', '/transactions/export.csv?status=failed');
		const failed = payments.filter(({ status }) => status === 'failed');
		expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
		expect(answer.headers['content-disposition']).toMatch(
			/^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/,
		);
		expect(answer.headers['x-total-count']).toBe(String(failed.length));
		const lines = String(answer.body).split('\r\n');
		expect(lines[0]).toMatch(/^\ufeffTransaction Date,Receipt Number,Phone Number,Amount/);
		expect(lines.at(-1)).toBe('');
		expect(lines.slice(1, -1).map((line) => line.split(',').at(-1))).toEqual(
			failed.map(({ id }) => id),
		);
		expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:00,/);
		const all = String((await site().call('GET', '/transactions/export.csv')).body);
		expect(all).toContain(`"'=1+1,""x"""`);
		expect(all.split('\r\n')).toHaveLength(402);
		const found = await site().call('GET', '/transactions/export.csv?search=2547');
		const matching = payments.filter((payment) => textOf(payment).includes('2547'));
		expect(String(found.body).split('\r\n')).toHaveLength(matching.length + 2);
	});
});
