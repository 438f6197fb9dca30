import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type TestApp } from '../../testing/app.ts';
import {
	makeMonth,
	openEnded,
	receiptOf,
	sendStatement,
	sliceOf,
} from '../reconciliation/fixtures/desk.ts';
import { DAY, END, ORG, START } from '../reconciliation/fixtures/october.ts';
import { decide } from './fixtures/desk.ts';
import { storePayments } from './store.ts';

const AT = new Date(START + 5 * DAY).toISOString();
const REASON = 'The learner paid twice';

describe.each(engines)('entries about a payment (%s)', (engine) => {
	let site: TestApp;
	let receipts = 1_000;
	beforeAll(async () => {
		const month = await makeMonth(engine);
		site = month.site;
		await sendStatement(site, ORG, openEnded(month.movements));
		const accounts = ['KNEC-2020', 'KNEC-2026'];
		await site.call('POST', '/accounts', { accounts });
	});
	afterAll(() => site.close());

	/** Creates a paybill payment by hand of KSh 1,500, on 2 October. */
	const paid = async (fields = {}) => {
		const at = START + DAY + 9 * 3_600_000 + ++receipts;
		const [made] = await site.database.write((trx) =>
			storePayments(
				trx,
				[
					[
						{
							origin: 'c2b',
							status: 'completed',
							amount: 1500,
							phone: '25471****678',
							receipt: receiptOf(receipts),
							account_reference: 'KNEC-2062',
							paid_at: new Date(at).toISOString(),
							...fields,
						},
						at,
					],
				],
				'confirmation',
			),
		);
		return made as NonNullable<typeof made>;
	};
	const adjust = (id: string, fields = {}, headers = {}) =>
		site.call(
			'POST',
			`/transactions/${id}/adjustments`,
			{ kind: 'reversal', amount: 500, at: AT, reason: REASON, ...fields },
			headers,
		);
	const assign = (id: string, fields: object) =>
		site.call('POST', `/transactions/${id}/assignments`, { reason: REASON, ...fields });
	const takeBack = (id: number, reason: string) =>
		site.call('DELETE', `/decisions/${id}`, { reason });
	const read = async (id: string) => (await site.call('GET', `/transactions/${id}`)).body.data;

	it('limit adjustments to what was paid, also by two at once, and keep status and figures', async () => {
		const { id } = await paid();
		const before = (await site.call('GET', '/statistics')).body.data;
		const first = await adjust(id, { receipt: ' uj5abcd123 ' });
		expect(first).toMatchObject({
			status: 201,
			body: {
				data: {
					id,
					status: 'completed',
					amount: 1500,
					adjusted: 500,
					decisions: [{ what: 'reversal', amount: 500, receipt: 'UJ5ABCD123', at: AT }],
				},
			},
		});
		const both = await Promise.all([adjust(id, { amount: 700 }), adjust(id, { amount: 700 })]);
		expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
		expect(both.find(({ status }) => status === 422)?.body).toMatchObject({
			fields: { amount: expect.stringMatching(/at most KSh 300\b.*KSh 1,200 were/) },
		});
		expect((await adjust(id, { kind: 'refund', amount: 300 })).body.data.adjusted).toBe(1500);
		expect((await site.call('GET', '/statistics')).body.data).toEqual(before);
		const { data } = (
			await site.call('GET', `/transactions?search=${first.body.data.mpesa_receipt_number}`)
		).body;
		expect(data.data).toMatchObject([{ id, adjusted: 1500, status: 'completed' }]);
		const audit = (await site.call('GET', '/audit?action=adjust')).body.data.data;
		expect(audit[0]).toMatchObject({ item: { id }, details: { kind: 'refund', amount: 300 } });
	});

	it('record a reversal once, and explain why others are rejected', async () => {
		const payment = await paid();
		const key = { 'idempotency-key': `adjust-${engine}` };
		const [one, again] = [await adjust(payment.id, {}, key), await adjust(payment.id, {}, key)];
		expect(again.body).toEqual(one.body);
		const wrong: [object, number, RegExp][] = [
			[{ amount: 0 }, 422, /Amount must be at least 1/],
			[{ amount: 10.5 }, 422, /whole number/],
			[{ kind: 'gift' }, 422, /Kind must be one of/],
			[{ reason: ' ' }, 422, /Reason is required/],
			[{ at: '2026-02-31' }, 422, /Time must be/],
			[{ at: '2026-09-01' }, 422, /before the payment/],
			[{ at: new Date(END + 2 * DAY + 3_600_000).toISOString() }, 422, /future/],
			[{ receipt: 'no' }, 422, /Receipt must be/],
			[{ receipt: payment.receipt }, 422, /belongs to a payment/],
			[{ receipt: 'UJ5ABCD123' }, 409, /already recorded/],
			[{ receipt: receiptOf(5) }, 422, new RegExp(`takes back ${receiptOf(1)}`)],
		];
		for (const [fields, status, text] of wrong) {
			const answer = await adjust(payment.id, fields);
			expect([answer.status, answer.body.error], JSON.stringify(fields)).toEqual([
				status,
				expect.stringMatching(text),
			]);
		}
		const failed = await paid({ status: 'failed', receipt: null });
		expect((await adjust(failed.id)).status).toBe(409);
		expect((await assign(failed.id, { account_reference: 'A' })).status).toBe(409);
		expect((await adjust('nothing')).status).toBe(404);
		const viewer = await site.as('viewer');
		const sent = { account_reference: 'A', reason: REASON };
		expect(
			(await viewer.call('POST', `/transactions/${payment.id}/assignments`, sent)).status,
		).toBe(403);
	});

	it('change the tag of the payment, as statements do', async () => {
		const { id, receipt } = await paid();
		const tag = async () => (await site.call('GET', `/transactions/${id}`)).headers.etag;
		const first = await tag();
		expect(first).toMatch(/^"[\w-]{22}"$/);
		expect(await tag()).toBe(first);
		const noted = await adjust(id);
		expect(noted.headers.etag).not.toBe(first);
		expect(await tag()).toBe(noted.headers.etag);
		const movement = { at: START + 8 * DAY, withdrawn: 50, what: 'Pay Bill Reversal' };
		const more = [{ receipt: 'UJ8AAAA001', linked: receipt as string, ...movement }];
		expect((await sendStatement(site, ORG, sliceOf(more))).status).toBe(201);
		expect((await read(id)).adjusted).toBe(550);
		expect(await tag()).not.toBe(noted.headers.etag);
		// More than was paid: the statement counts too, and the payment has no more to give back.
		expect((await adjust(id, { amount: 950 })).status).toBe(201);
		const last = { at: START + 9 * DAY, withdrawn: 700, what: 'Pay Bill Reversal' };
		const again = [{ receipt: 'UJ9AAAA001', linked: receipt as string, ...last }];
		expect((await sendStatement(site, ORG, sliceOf(again))).status).toBe(201);
		expect((await read(id)).adjusted).toBe(1500);
	});

	it('move `updated_at`, so that programs can follow changes', async () => {
		const { id, receipt } = await paid();
		const post = (path: string, body: object) => () =>
			site.call('POST', `/transactions/${id}/${path}`, { reason: REASON, ...body });
		const takeLastBack = async () => takeBack((await read(id)).decisions.at(-1).id, 'Wrong');
		const movement = { at: START + 10 * DAY, withdrawn: 50, what: 'Pay Bill Reversal' };
		const file = sliceOf([{ receipt: 'UJ8AAAA009', linked: receipt as string, ...movement }]);
		const acts = [
			() => decide(site.call, 'note', 'payment', id, { reason: 'Called' }),
			post('adjustments', { kind: 'refund', amount: 1, at: AT }),
			takeLastBack,
			post('assignments', { account_reference: 'KNEC-2020', months: 1 }),
			takeLastBack,
			() => sendStatement(site, ORG, file),
		];
		await site.database.write((trx) =>
			trx
				.updateTable('payments')
				.set({ updated_at: '2026-10-02T00:00:00.000Z' })
				.where('id', '=', id)
				.execute(),
		);
		for (const act of acts) {
			const before = (await read(id)).updated_at;
			const from = new Date(Date.parse(before) + 1).toISOString();
			expect((await act()).status).toBeOneOf([200, 201]);
			const changed = await site.call(
				'GET',
				`/transactions?sort=-updated_at&updated_from=${from}&search=${receipt}`,
			);
			expect(changed.body.data.data).toMatchObject([{ id, received_at: expect.any(String) }]);
			// The clock of this site stands still.
			await site.database.write((trx) =>
				trx
					.updateTable('payments')
					.set({ updated_at: '2026-10-02T00:00:00.000Z' })
					.where('id', '=', id)
					.execute(),
			);
		}
		await decide(site.call, 'note', 'payment', id, { reason: 'Called again' });
		const { data } = (await site.call('GET', '/transactions?sort=-updated_at&limit=1')).body.data;
		expect(data).toMatchObject([{ id }]);
	});

	it('do not matter for `by=paid`: list, CSV and totals go by M-Pesa’s time', async () => {
		const figures = async (query: string) =>
			(await site.call('GET', `/statistics${query}`)).body.data;
		const before = [await figures(''), await figures('?by=paid')];
		// Requested in October, paid half a minute after its end.
		const { id, receipt } = await paid({ paid_at: '2026-10-31T21:00:30.000Z' });
		const find = async (query: string) => {
			const path = `?from=2026-11-01&search=${receipt}${query}`;
			const { data } = (await site.call('GET', `/transactions${path}`)).body;
			const csv = String((await site.call('GET', `/transactions/export.csv${path}`)).body);
			expect(csv.includes(id)).toBe(data.total === 1);
			return data.total;
		};
		expect([await find(''), await find('&by=paid')]).toEqual([0, 1]);
		const [first] = (await site.call('GET', '/transactions?by=paid&limit=1')).body.data.data;
		expect(first.id).toBe(id);
		const [byRequest, byPaid] = [await figures(''), await figures('?by=paid')];
		expect(byRequest.thisMonth).toEqual(before[0].thisMonth);
		expect(byPaid).toMatchObject({
			total: before[1].total + 1,
			thisMonth: {
				total: before[1].thisMonth.total + 1,
				amount: before[1].thisMonth.amount + 1500,
			},
			lastMonth: before[1].lastMonth,
		});
	});

	it('are refused with 412 and the last change if the payment has changed since it was read', async () => {
		const { id } = await paid();
		const seen = { 'if-match': String((await adjust(id, { amount: 200 })).headers.etag) };
		const other = await site.as('finance');
		const sent = { kind: 'refund', amount: 300, at: AT, reason: REASON };
		expect((await other.call('POST', `/transactions/${id}/adjustments`, sent)).status).toBe(201);
		const refused = await adjust(id, { amount: 100 }, seen);
		expect(refused).toMatchObject({
			status: 412,
			body: {
				code: 'stale',
				error: expect.stringMatching(
					/^This payment has changed: .+ recorded a refund of KSh 300 at \d\d:\d\d\.$/,
				),
				data: { id, adjusted: 500 },
			},
		});
		const now = { 'if-match': String(refused.headers.etag) };
		expect((await adjust(id, { amount: 100 }, now)).status).toBe(201);
		const { decisions } = await read(id);
		const withdraw = (headers: Record<string, string>) =>
			site.call('DELETE', `/decisions/${decisions[0].id}`, { reason: REASON }, headers);
		expect((await withdraw(now)).status).toBe(412);
		expect((await withdraw({})).status).toBe(200);
	});

	it('are taken back once', async () => {
		const { id } = await paid();
		const { decisions } = (await adjust(id, { receipt: 'UJ5WRONG00' })).body.data;
		const both = await Promise.all(
			[1, 2].map(() => takeBack(decisions[0].id, 'Of another payment')),
		);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(await read(id)).toMatchObject({
			adjusted: 0,
			decisions: [{ amount: 500, withdrawn: { reason: 'Of another payment' } }],
		});
		expect((await site.call('GET', `/transactions/${id}/decisions`)).body.data).toMatchObject([
			{ id: decisions[0].id, about: { kind: 'payment', id }, what: 'reversal' },
		]);
		expect((await takeBack(99999, 'x')).status).toBe(404);
		// The receipt can be used again.
		expect((await adjust((await paid()).id, { receipt: 'UJ5WRONG00' })).status).toBe(201);
	});

	it('assign the account: the newest counts, the typed one stays, and a paybill payment gets its dates', async () => {
		const payment = await paid();
		expect(await read(payment.id)).toMatchObject({ start_date: null, assigned_reference: null });
		await assign(payment.id, { account_reference: 'KNEC-2020', months: 1 });
		const { body } = await assign(payment.id, { account_reference: ' KNEC-2026 ', months: 3 });
		const shown = {
			account_reference: 'KNEC-2062',
			assigned_reference: 'KNEC-2026',
			months: 3,
			start_date: '2026-10-02',
			end_date: '2027-01-02',
		};
		expect(body.data).toMatchObject({ ...shown, decisions: [{ months: 1 }, { months: 3 }] });
		const csv = String(
			(await site.call('GET', `/transactions/export.csv?search=${payment.receipt}`)).body,
		);
		expect(csv.split('\r\n')[0]).toMatch(/Payer's Name,Assigned Reference,Adjusted \(KSh\)$/);
		expect(csv).toContain('2026-10-02,2027-01-02,KNEC-2062');
		expect(csv.trimEnd()).toMatch(/,KNEC-2026,0$/);
		await takeBack(body.data.decisions[1].id, 'Wrong');
		expect(await read(payment.id)).toMatchObject({
			assigned_reference: 'KNEC-2020',
			end_date: '2026-11-02',
		});
	});

	it('count once with the same reversal on a statement', async () => {
		const reversed = await paid();
		const movements = [
			{ receipt: reversed.receipt as string, at: START + 20 * DAY, paidIn: 1500 },
			...['UJ6AAAA001', 'UJ6AAAA002'].map((receipt, n) => ({
				receipt,
				at: START + (21 + n) * DAY,
				withdrawn: 500,
				what: 'Pay Bill Reversal',
				linked: reversed.receipt as string,
			})),
		];
		// Recorded by hand first: one with a receipt, one without.
		await adjust(reversed.id, { receipt: 'UJ6AAAA001', amount: 400 });
		await adjust(reversed.id, { amount: 500 });
		expect((await read(reversed.id)).adjusted).toBe(900);
		const file = sliceOf(movements);
		expect((await sendStatement(site, ORG, file)).status).toBe(201);
		const after = await read(reversed.id);
		// The one without a receipt may be other money than the line.
		expect(after.adjusted).toBe(1500);
		expect(after.reversals).toMatchObject([
			{ receipt: 'UJ6AAAA001', amount: 500, recorded: true },
			{ receipt: 'UJ6AAAA002', amount: 500, recorded: false },
		]);
		const same = { what: 'same', about: { kind: 'payment', id: reversed.id }, reason: REASON };
		expect((await site.call('POST', '/decisions', same)).status).toBe(201);
		expect((await read(reversed.id)).adjusted).toBe(1000);
		// By statement first: it counts without an entry, and an entry with its receipt adds nothing.
		const [known] = (await site.call('GET', `/transactions?search=${receiptOf(1)}`)).body.data.data;
		expect(known.adjusted).toBe(100);
		expect(
			(await adjust(known.id, { receipt: receiptOf(5), amount: 200 })).body.fields.amount,
		).toMatch(/is of KSh 100/);
		const noted = await adjust(known.id, { receipt: receiptOf(5), amount: 100 });
		expect(noted.body.data).toMatchObject({
			adjusted: 100,
			decisions: [{ reason: REASON }],
			reversals: [{ receipt: receiptOf(5), recorded: true }],
		});
	});
});
