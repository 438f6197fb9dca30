import { once } from 'node:events';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { buildCallback } from '../../../tools/daraja-simulator/wire.ts';
import { someEngines } from '../../testing/app.ts';
import { selfSigned } from '../mpesa/fixtures/self-signed.ts';
import { type Desk, openDesk } from './fixtures/desk.ts';
import { storePayments } from './store.ts';

const HOUR = 3_600_000;
const EVENING = Date.parse('2026-05-31T20:58:00Z');

describe.each(someEngines)('late answers (%s)', (engine) => {
	let clock = EVENING;
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine, { now: () => clock });
	});
	afterAll(() => desk.close());

	it.each([[[]], [[1037]]])(
		'a success that comes 25 hours late, after %j, wins',
		async (before) => {
			clock = EVENING;
			const { body } = await desk.pay({ payerMs: 'never' }, { months: 1 });
			const { id, checkout_request_id } = body.data as Transaction;
			const prompt = desk.simulator.prompts.get(checkout_request_id ?? '');
			if (!prompt) throw new Error('no prompt');
			for (const result of before)
				await desk.deliver('stk', buildCallback({ ...prompt, behaviour: { result } }, clock));
			await desk.settled();

			clock += 25 * HOUR;
			const [first] = before;
			expect(await desk.read(id)).toMatchObject(
				first === undefined
					? { status: 'pending', marks: ['unresolved'] }
					: { status: 'failed', result_code: first, marks: [] },
			);
			const callback = buildCallback({ ...prompt, decidedAt: EVENING + 60_000 }, clock);
			expect(await desk.deliver('stk', callback)).toBe(200);
			expect(await desk.until(id, ({ status }) => status === 'completed')).toMatchObject({
				mpesa_receipt_number: prompt.receipt,
				// The day of the payment, not of the delivery.
				start_date: '2026-05-31',
				end_date: '2026-06-30',
				marks: before.length > 0 ? ['late_success'] : [],
			});
			const { data } = (await desk.call('GET', '/transactions?from=2026-05-31&to=2026-05-31')).body;
			expect(data.data.map((one: Transaction) => one.id)).toContain(id);
		},
	);
});

describe.each(someEngines)('a server without a valid certificate (%s)', (engine) => {
	it('gets nothing', async () => {
		let requests = 0;
		const impostor = createServer(selfSigned(), (_request, reply) => {
			requests++;
			reply.end('{"access_token":"x","ResultCode":"0","ResponseCode":"0"}');
		});
		impostor.listen(0, '127.0.0.1');
		await once(impostor, 'listening');
		const { port } = impostor.address() as AddressInfo;
		const desk = await openDesk(engine, { baseUrl: `https://127.0.0.1:${port}` });

		const asked = await desk.pay();
		expect([asked.status, asked.body.code]).toEqual([504, 'payment_unanswered']);
		expect(await desk.read(asked.body.data.id)).toMatchObject({ marks: ['unanswered'] });
		const [known] = await desk.database.write((trx) =>
			storePayments(
				trx,
				[
					[
						{
							origin: 'stk',
							status: 'pending',
							amount: 1500,
							checkout_request_id: 'ws_CO_known',
							merchant_request_id: 'known',
						},
						Date.now(),
					],
				],
				'request',
			),
		);
		const id = known?.id as string;
		expect((await desk.call('POST', `/transactions/${id}/check`)).status).toBe(504);
		expect(await desk.read(id)).toMatchObject({ status: 'pending', marks: [] });
		expect(requests).toBe(0);

		// The certificate is the reason: a client that accepts it reaches the impostor.
		const careless = get({ port, host: '127.0.0.1', rejectUnauthorized: false });
		const [reply] = await once(careless, 'response');
		expect(await text(reply)).toContain('access_token');
		await desk.close();
		impostor.close();
	});
});
