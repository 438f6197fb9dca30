import { describe, expect, it } from 'vitest';
import { statuses } from '#shared/contract/finance/transactions-query.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { refused } from '../../testing/content.ts';
import { manyPayments } from './fixtures/many-payments.ts';
import type { Payment } from './store.ts';
import { fromSeq } from './tables.ts';

const HOUR = 3_600_000;

onEveryEngine('transactions', (site) => {
	const { payments, list, expected, textOf } = manyPayments(site);

	it('return every field of a payment, and ten payments by default', async () => {
		const { items, total } = await list({});
		expect(items).toHaveLength(10);
		expect(total).toBe(400);
		const [newest] = payments;
		expect(items[0]).toMatchObject({
			id: newest?.id,
			created_at: new Date(fromSeq(newest?.seq ?? 0)).toISOString(),
			amount: newest?.amount,
			phone_number: newest?.phone,
			checkout_request_id: newest?.checkout_request_id,
			start_date: null,
			end_date: null,
			paid_at: null,
		});
	});

	it('are listed newest first on every page, with any status and days', async () => {
		const ranges = [
			{},
			{ from: '2025-12-05' },
			{ to: '2025-12-05' },
			{ from: '2025-11-30', to: '2025-12-01' },
			{ from: '2025-11-29', to: '2026-01-02' },
			{ from: '2025-12-31', to: '2026-02-01' },
			{ from: '2025-12-10', to: '2025-12-10' },
			{ from: '2030-01-01' },
		];
		const start = (day: string) => Date.parse(`${day}T00:00:00+03:00`);
		for (const range of ranges as { from?: string; to?: string }[])
			for (const status of [undefined, ...statuses]) {
				const keep = (payment: Payment) =>
					(status === undefined || payment.status === status) &&
					(range.from === undefined || fromSeq(payment.seq) >= start(range.from)) &&
					(range.to === undefined || fromSeq(payment.seq) < start(range.to) + 24 * HOUR);
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

	describe('reject wrong filters', () => {
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

	it('reject a last day before the first, in the list and the export', async () => {
		const backwards = 'from=2025-12-10&to=2025-12-09';
		for (const path of [`/transactions?${backwards}`, `/transactions/export.csv?${backwards}`])
			expect(await site().call('GET', path)).toMatchObject(
				refused({ to: 'To must not be before From' }),
			);
	});

	it('are returned one by one, with 404 for an unknown one', async () => {
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

	it('audit an export, but not a HEAD request', async () => {
		const { app, headers, database } = site();
		const exports = async () =>
			(
				await database.read
					.selectFrom('audit_log')
					.selectAll()
					.where('action', '=', 'export')
					.execute()
			).length;
		const before = await exports();
		const ask = (method: 'HEAD' | 'GET') =>
			app.inject({ method, url: '/api/transactions/export.csv?status=failed', headers });
		const [head, whole] = [await ask('HEAD'), await ask('GET')];
		expect([head.statusCode, head.body]).toEqual([200, '']);
		for (const name of ['content-type', 'content-disposition', 'x-total-count'])
			expect(head.headers[name]).toBe(whole.headers[name]);
		expect(await exports()).toBe(before + 1);
	});

	it('are exported as CSV in list order, safe for spreadsheets', async () => {
		const answer = await site().call('GET', '/transactions/export.csv?status=failed');
		const failed = payments.filter(({ status }) => status === 'failed');
		expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
		const nameOf = async (query: string) => {
			const { headers } = await site().call('HEAD', `/transactions/export.csv?${query}`);
			return /^attachment; filename="(.*)"$/.exec(String(headers['content-disposition']))?.[1];
		};
		expect(await nameOf('status=failed')).toMatch(/^transactions-failed-to-20\d\d-\d\d-\d\d\.csv$/);
		expect(await nameOf('from=2026-10-01&to=2026-10-31')).toBe('transactions-2026-10.csv');
		expect(await nameOf('from=2026-10-05&to=2026-10-05')).toBe('transactions-2026-10-05.csv');
		expect(await nameOf('from=2026-10-05&to=2026-11-01')).toBe(
			'transactions-2026-10-05-to-2026-11-01.csv',
		);
		expect(answer.headers['x-total-count']).toBe(String(failed.length));
		const lines = String(answer.body).split('\r\n');
		expect(lines[0]?.split(',')).toEqual([
			...['\ufeffTransaction Date (EAT UTC+03:00)', 'Receipt Number', 'Phone Number'],
			...['Amount (KSh)', 'Status', 'Valid From', 'Valid To', 'Account Reference', 'Result Code'],
			...['Result Description', 'Checkout Request ID', 'Merchant Request ID'],
			...['Updated (EAT UTC+03:00)', 'Transaction ID', 'M-Pesa Time (EAT UTC+03:00)', 'Months'],
			...['Marks', 'Origin', "Payer's Name", 'Assigned Reference', 'Adjusted (KSh)'],
		]);
		expect(lines.at(-1)).toBe('');
		expect(lines.slice(1, -1).map((line) => line.split(',').at(-8))).toEqual(
			failed.map(({ id }) => id),
		);
		expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,,"\t254\d{9}",/);
		const all = String((await site().call('GET', '/transactions/export.csv')).body);
		expect(all).toContain(`"'=1+1,""x"""`);
		expect(all.split('\r\n')).toHaveLength(402);
		const found = await site().call('GET', '/transactions/export.csv?search=2547');
		const matching = payments.filter((payment) => textOf(payment).includes('2547'));
		expect(String(found.body).split('\r\n')).toHaveLength(matching.length + 2);
	});
});
