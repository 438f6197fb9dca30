import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMonth, toMonthNumber } from '#shared/east-africa-time.ts';
import { buildCallback, buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { csvOf, orgRows } from '../../mpesa/fixtures/statements.ts';
import { engines } from '../../testing/app.ts';
import { sendStatement } from '../reconciliation/fixtures/desk.ts';
import { type Desk, openDesk } from './fixtures/desk.ts';

const ORG = 'ORG_174379_Utility Account_Completed_20261101080000.csv';
const HOUR = 3_600_000;

describe.each(engines)('a payment by hand that turns out to be a prompt’s money (%s)', (engine) => {
	let desk: Desk;
	let amount = 900;
	beforeAll(async () => {
		desk = await openDesk(engine);
	});
	afterAll(() => desk.close());

	/** Creates a paybill payment whose only link to its prompt is the callback, which has not come. */
	const byHand = async () => {
		amount++;
		const { id, payment, prompt } = await desk.waiting({ amount });
		const at = Math.floor(Date.parse(payment.created_at) / 1_000) * 1_000;
		prompt.decidedAt = at;
		const { receipt } = prompt;
		const confirmation = { receipt, amount, at, phone: '254700000001', reference: 'BY-HAND' };
		expect(await desk.deliver('c2b', buildConfirmation(confirmation))).toBe(200);
		await desk.settled();
		const found = await desk.call('GET', `/transactions?search=${receipt}`);
		const old = found.body.data.data[0].id as string;
		expect(old).not.toBe(id);
		const merge = async () => {
			expect(await desk.deliver('stk', buildCallback(prompt, Date.now()))).toBe(200);
			await desk.settled();
			expect((await desk.read(old)).id).toBe(id);
		};
		const line = async (search = receipt) => {
			const lines = `/reconciliation/lines?month=${formatMonth(toMonthNumber(at))}&search=${search}`;
			return (await desk.call('GET', lines)).body.data.data[0];
		};
		return { id, old, at, merge, line };
	};

	it('keeps its decisions under either id', async () => {
		const { id, old, merge, line } = await byHand();
		const settle = { as: 'to_return', reason: 'Paid twice' };
		const path = `/reconciliation/lines/${old}`;
		expect((await desk.call('POST', `${path}/settle`, settle)).status).toBe(200);
		await merge();
		const settled = { id, state: 'settled', decision: { as: 'to_return', reason: 'Paid twice' } };
		expect(await line()).toMatchObject(settled);
		expect((await desk.call('DELETE', `${path}/decision`)).status).toBe(200);
		expect(await line()).toMatchObject({ id, decision: null });
		expect((await desk.call('POST', `${path}/settle`, settle)).status).toBe(200);
		expect(await line()).toMatchObject(settled);
		const again = await desk.call('POST', `/reconciliation/lines/${id}/settle`, settle);
		expect(again.status).toBe(409);
	});

	it('stays matched to an attached statement line', async () => {
		const { id, old, at, merge, line } = await byHand();
		const receipt = `UKP${String(amount).padStart(7, '0')}`;
		const movements = [{ receipt, at, paidIn: amount, account: 'KNEC-2026' }];
		const statement = { from: at - 24 * HOUR, to: at + HOUR, movements };
		await sendStatement(desk, `${amount} ${ORG}`, csvOf(orgRows(statement)));
		const path = `/reconciliation/lines/${(await line(receipt)).id}`;
		const attached = await desk.call('POST', `${path}/attach`, { transaction_id: old });
		expect(attached.status, JSON.stringify(attached.body)).toBe(201);
		await merge();
		expect(await line(receipt)).toMatchObject({ state: 'matched', transaction: { id } });
		expect((await desk.call('DELETE', `${path}/decision`)).status).toBe(200);
		expect(await line(receipt)).toMatchObject({ state: 'only_statement', decision: null });
	});
});
