import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { buildCallback } from '../../../tools/daraja-simulator/wire.ts';
import { engines, makeTestApp } from '../../testing/app.ts';
import { type Desk, listMessages, openDesk, TOKEN } from './fixtures/desk.ts';
import { createSourceTest } from './hooks.ts';

const decided = ({ status }: Transaction) => status !== 'pending';

describe.each(engines)('the hooks (%s)', (engine) => {
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine, { sources: ['196.201.214.0/24'], trustProxy: ['127.0.0.1'] });
	});
	afterAll(() => desk.close());

	const fromSafaricom = { 'x-forwarded-for': '196.201.214.200' };
	const post = (
		path: string,
		body: string | Uint8Array<ArrayBuffer>,
		headers: Record<string, string> = {},
	) => fetch(`${desk.address}/api/hooks/${path}`, { method: 'POST', body, headers });
	const kept = async () =>
		(
			await desk.database.read
				.selectFrom('mpesa_messages')
				.select('id')
				.where('kind', 'in', ['stk', 'c2b'])
				.execute()
		).length;
	const waiting = async () => {
		const { body } = await desk.pay({ payerMs: 'never' });
		const prompt = desk.simulator.prompts.get(body.data.checkout_request_id);
		if (!prompt) throw new Error('no prompt');
		return { id: body.data.id as string, prompt, callback: buildCallback(prompt, Date.now()) };
	};

	it('answer 404 without the right token', async () => {
		const before = await kept();
		const { callback } = await waiting();
		const nothing = await (await post('nowhere/else', '{}')).json();
		for (const token of ['x', TOKEN.slice(1), `${TOKEN}x`, TOKEN.toUpperCase(), 'a'.repeat(500)])
			for (const body of [JSON.stringify(callback), 'x', 'x'.repeat(70_000)]) {
				const answer = await post(`${token}/stk`, body, fromSafaricom);
				expect(answer.status).toBe(404);
				expect(await answer.json()).toEqual(nothing);
			}
		expect(await kept()).toBe(before);
		const bare = await makeTestApp(engine);
		expect((await bare.call('POST', `/hooks/${TOKEN}/stk`, callback)).status).toBe(404);
		await bare.close();
	});

	it('store deliveries from untrusted addresses without effect', async () => {
		const { id, callback } = await waiting();
		const forgeries: Record<string, string>[] = [
			{},
			{ 'x-forwarded-for': '10.0.0.1' },
			// The left address is what the sender wrote; the proxy adds the right one.
			{ 'x-forwarded-for': '196.201.214.200, 203.0.113.9' },
		];
		const before = await kept();
		for (const headers of forgeries) expect(await desk.deliver('stk', callback, headers)).toBe(200);
		await desk.settled();
		expect(await kept()).toBe(before + forgeries.length);
		expect(await desk.read(id)).toMatchObject({ status: 'pending', marks: ['untrusted'] });
		expect(await desk.deliver('stk', callback, fromSafaricom)).toBe(200);
		expect(await desk.until(id, decided)).toMatchObject({ status: 'completed' });
	});

	it('return the time of the last trusted delivery', async () => {
		const last = async () =>
			(await desk.call('GET', '/statistics/trends')).body.data.lastDelivery as string;
		const { callback } = await waiting();
		const from = Date.now();
		expect(await desk.deliver('stk', callback, fromSafaricom)).toBe(200);
		const at = Date.parse(await last());
		expect(at).toBeGreaterThanOrEqual(from);
		expect(at).toBeLessThanOrEqual(Date.now());
		expect(await desk.deliver('stk', callback, { 'x-forwarded-for': '10.0.0.1' })).toBe(200);
		expect(Date.parse(await last())).toBe(at);
		// An unreadable delivery counts as arrived too: the connection to Safaricom works.
		expect((await post(`${TOKEN}/c2b`, '{', fromSafaricom)).status).toBe(200);
		expect(Date.parse(await last())).toBeGreaterThanOrEqual(at);
	});

	it('accept, store and show deliveries that are unreadable or unknown', async () => {
		const before = await kept();
		const bodies = [
			'',
			'{',
			'null',
			'[]',
			'"x"',
			'{"Body":{"stkCallback":{"CheckoutRequestID":{"a":1},"ResultCode":0}}}',
			'{"__proto__":{"x":1},"Body":null}',
			'\u0000\u0001',
			JSON.stringify(
				buildCallback({ ...(await waiting()).prompt, checkoutRequestId: 'ws_CO_other' }, 0),
			),
			`{"Body":{"stkCallback":{"CheckoutRequestID":"\\u0000\\ud800","ResultCode":0,"ResultDesc":"\\u0000"}}}`,
		];
		for (const [at, body] of bodies.entries()) {
			const type = ['application/json', 'text/plain', 'text/json; charset=x', 'a'][
				at % 4
			] as string;
			const answer = await post(`${TOKEN}/stk`, body, {
				...fromSafaricom,
				'content-type': type,
				// A character set, which some servers send as a content coding.
				...(at % 2 === 1 && { 'content-encoding': 'utf-8' }),
			});
			expect([body, answer.status]).toEqual([body, 200]);
			expect(await answer.json()).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' });
		}
		await desk.settled();
		expect(await kept()).toBe(before + bodies.length);
		const data = await listMessages(desk.call);
		const outcomes = data.map(({ outcome }) => outcome);
		expect(outcomes).toContain('unknown_request');
		expect(outcomes).toContain('unreadable');
		expect(data[0]).toMatchObject({ kind: 'stk', body: expect.any(String), payment_id: null });
	});

	it('decompress bodies, and store those unchanged that are damaged or too large', async () => {
		const [one, other] = [await waiting(), await waiting()];
		const packed = gzipSync(JSON.stringify(one.callback));
		const send = (body: Uint8Array<ArrayBuffer>, coding: string) =>
			post(`${TOKEN}/stk`, body, { ...fromSafaricom, 'content-encoding': coding });
		expect((await send(packed, 'GZIP')).status).toBe(200);
		expect((await send(Buffer.from(JSON.stringify(other.callback)), 'gzip')).status).toBe(200);
		await desk.settled();
		for (const { id } of [one, other]) expect((await desk.read(id)).status).toBe('completed');
		const before = await kept();
		const bodies = [Buffer.from('{}'), packed.subarray(0, 40), gzipSync('x'.repeat(65 * 1024))];
		for (const body of bodies)
			for (const coding of ['gzip', 'br']) expect((await send(body, coding)).status).toBe(200);
		await desk.settled();
		expect(await kept()).toBe(before + 6);
		// Messages of one text are listed once.
		const outcomes = (await listMessages(desk.call)).map(({ outcome }) => outcome);
		expect(outcomes.slice(0, 3)).toEqual(['unreadable', 'unreadable', 'unreadable']);
	});

	it('reject large bodies, and accept requests of other sites', async () => {
		const large = await post(`${TOKEN}/stk`, 'x'.repeat(65 * 1024), fromSafaricom);
		expect(large.status).toBe(413);
		const other = {
			...fromSafaricom,
			origin: 'https://elsewhere.example',
			'sec-fetch-site': 'cross-site',
		};
		const answer = await post(`${TOKEN}/c2b`, '{}', other);
		expect(answer.status).toBe(200);
		expect(await answer.json()).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' });
	});

	it('count payments that are delivered three times each, eight at once, only once', async () => {
		const many = AT_LENGTH ? 1_000 : 20;
		const callbacks: unknown[] = [];
		const { rows } = { rows: [] as { id: string; key: string }[] };
		await desk.database.write(async (trx) => {
			const { storePayments } = await import('./store.ts');
			const stored = await storePayments(
				trx,
				Array.from({ length: many }, (_, n) => [
					{
						origin: 'stk',
						status: 'pending',
						amount: 100,
						checkout_request_id: `ws_CO_many_${n}`,
						merchant_request_id: `many-${n}`,
					},
					Date.now() - 3_600_000 + n,
				]),
				'request',
			);
			for (const { id, checkout_request_id } of stored)
				rows.push({ id, key: checkout_request_id ?? '' });
		});
		for (const [n, { key }] of rows.entries())
			for (let copy = 0; copy < 3; copy++)
				callbacks.push(
					buildCallback(
						{
							checkoutRequestId: key,
							merchantRequestId: `many-${n}`,
							sent: { Amount: 100, PhoneNumber: '254712345678' },
							behaviour: {},
							receipt: `MANY${String(n).padStart(6, '0')}`,
							decidedAt: Date.now(),
						},
						Date.now(),
					),
				);
		const before = (await desk.call('GET', '/statistics')).body.data;
		let next = 0;
		const statuses: number[] = [];
		await Promise.all(
			Array.from({ length: 8 }, async () => {
				while (next < callbacks.length)
					statuses.push(await desk.deliver('stk', callbacks[next++], fromSafaricom));
			}),
		);
		expect(statuses.filter((status) => status === 200)).toHaveLength(callbacks.length);
		await desk.settled();
		const after = (await desk.call('GET', '/statistics')).body.data;
		expect(after.completed - before.completed).toBe(many);
		expect(after.totalAmount - before.totalAmount).toBe(many * 100);
		const events = await desk.database.read
			.selectFrom('payment_events')
			.select('payment_id')
			.where('to_status', '=', 'completed')
			.where(
				'payment_id',
				'in',
				rows.map(({ id }) => id),
			)
			.execute();
		expect(events).toHaveLength(many);
	});

	it('store rows that cannot be changed or deleted', async () => {
		for (const table of ['mpesa_messages', 'payment_outcomes', 'payment_events'] as const) {
			const write = (work: Parameters<typeof desk.database.write>[0]) => desk.database.write(work);
			await expect(write((trx) => trx.deleteFrom(table).execute())).rejects.toThrow('append-only');
			await expect(
				write((trx) => trx.updateTable(table).set({ at: new Date().toISOString() }).execute()),
			).rejects.toThrow('append-only');
		}
	});
});

describe('trusted sources', () => {
	it('are all addresses by default, or the named addresses and networks', () => {
		expect(createSourceTest([])('203.0.113.1')).toBe(true);
		const isTrusted = createSourceTest(['196.201.214.200', '10.1.0.0/16', '2001:db8::/32']);
		expect(
			['196.201.214.200', '::ffff:196.201.214.200', '10.1.2.3', '2001:db8::1'].map(isTrusted),
		).toEqual([true, true, true, true]);
		expect(['196.201.214.201', '10.2.0.1', '2001:db9::1', 'x', ''].map(isTrusted)).toEqual(
			Array(5).fill(false),
		);
	});
});
