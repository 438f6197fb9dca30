import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { buildCallback } from '../../../tools/daraja-simulator/wire.ts';
import { engines } from '../../testing/app.ts';
import { type Desk, openDesk, TOKEN } from './fixtures/desk.ts';

const decided = ({ status }: Transaction) => status !== 'pending';

/** The token of new requests; `TOKEN` is the one before. */
const NEXT = 'the-next-segment-of-the-address';

describe.each(engines)('the tokens of the hooks (%s)', (engine) => {
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine, { tokens: [NEXT, TOKEN] });
	});
	afterAll(() => desk.close());

	const call = async (url: string, body: unknown) =>
		(await fetch(url, { method: 'POST', body: JSON.stringify(body) })).status;

	it('are both accepted during a change, and the new one is sent', async () => {
		const { id, prompt } = await desk.waiting();
		expect(prompt.sent.CallBackURL).toBe(`${desk.address}/api/hooks/${NEXT}/stk`);
		const callback = buildCallback(prompt, Date.now());
		expect(await desk.deliver('stk', callback)).toBe(200);
		expect(await desk.until(id, decided)).toMatchObject({ status: 'completed' });
		const by = (token: string) => call(`${desk.address}/api/hooks/${token}/stk`, callback);
		expect([await by(NEXT), await by(TOKEN), await by(`${NEXT},${TOKEN}`)]).toEqual([
			200, 200, 404,
		]);
	});

	it('are never stored or shown, also if M-Pesa quotes the address', async () => {
		const quoting = { status: 400, errorCode: '400.002.02' };
		const address = `${desk.address}/api/hooks/${NEXT}/stk`;
		const asked = await desk.pay({ payerMs: 'never' });
		const refused = await desk.pay({
			push: { ...quoting, errorMessage: `Bad Request - Invalid CallBackURL ${address}` },
		});
		expect(refused.status).toBe(502);
		expect(refused.body.error).toContain('/api/hooks/…/stk');
		const [first, second] = await Promise.all(
			[asked, refused].map(({ body }) => desk.call('GET', `/transactions/${body.data.id}`)),
		);
		expect(first?.body.data.evidence[0].body).toContain('/api/hooks/…/stk');
		const csv = await desk.call('GET', '/transactions/export.csv');
		const audit = await desk.call('GET', '/audit?limit=100');
		const shown = JSON.stringify([first, second, csv, audit, refused.body]);
		expect(shown).not.toMatch(new RegExp(`${NEXT}|${TOKEN}`));
		const rows = await desk.database.read.selectFrom('mpesa_messages').select('body').execute();
		for (const { body } of rows) expect(body.toString()).not.toContain(NEXT);
	});
});
