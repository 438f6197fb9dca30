import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMonth, toMonthNumber } from '#shared/east-africa-time.ts';
import { buildCallback, buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { engines } from '../../testing/app.ts';
import { csvOf, orgRows } from '../mpesa/fixtures/statements.ts';
import { sendStatement } from '../reconciliation/fixtures/desk.ts';
import { type Desk, listMessages, openDesk } from './fixtures/desk.ts';

const ORG = 'ORG_174379_Utility Account_Completed_20261101080000.csv';
const wholeSeconds = (ms: number) => Math.floor(ms / 1_000) * 1_000;

describe.each(engines)('a payment without its callback (%s)', (engine) => {
	let desk: Desk;
	let amount = 700;
	beforeAll(async () => {
		desk = await openDesk(engine);
	});
	afterAll(() => desk.close());

	const findLine = async (receipt: string, at: number) => {
		const lines = `/reconciliation/lines?month=${formatMonth(toMonthNumber(at))}&search=${receipt}`;
		return (await desk.call('GET', lines)).body.data.data[0];
	};
	/** Creates a statement line for unknown money; returns the line. */
	const lineOf = async (receipt: string, at: number) => {
		const movements = [{ receipt, at, paidIn: amount, account: 'KNEC-2026' }];
		const statement = { from: at, to: at + 1000, movements };
		const sent = await sendStatement(desk, `${amount} ${ORG}`, csvOf(orgRows(statement)));
		expect(sent.status, JSON.stringify(sent.body)).toBe(201);
		const line = () => findLine(receipt, at);
		return { line, path: `/reconciliation/lines/${(await line()).id}` };
	};

	/** Creates a paid prompt without a callback, and a payment booked from the statement line of the same money. */
	const booked = async () => {
		amount++;
		const { id, payment, prompt } = await desk.waiting({ amount });
		const at = wholeSeconds(Date.parse(payment.created_at));
		prompt.decidedAt = at;
		const { receipt } = prompt;
		const { line, path } = await lineOf(receipt, at);
		expect((await desk.call('POST', `${path}/book`, {})).status).toBe(201);

		/** Expects one payment with the receipt, the prompt's, and no open work. */
		const expectOne = async (marks: string[]) => {
			const { data } = (await desk.call('GET', `/transactions?search=${receipt}`)).body;
			expect(data).toMatchObject({ total: 1, data: [{ id, status: 'completed', marks }] });
			expect((await listMessages(desk.call)).length).toBe(0);
			expect(await line()).toMatchObject({ state: 'matched', transaction: { id } });
		};
		return { id, prompt, path, expectOne };
	};

	it('that was booked from a statement is merged into the prompt when the callback comes', async () => {
		const { prompt, path, expectOne } = await booked();
		expect(await desk.deliver('stk', buildCallback(prompt, Date.now()))).toBe(200);
		await desk.settled();
		await expectOne([]);
		// M-Pesa has confirmed the payment, so it no longer depends on a decision.
		const refused = await desk.call('DELETE', `${path}/decision`);
		expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } });
		await expectOne([]);
	});

	it('is merged when it is booked and confirmed at the same moment', async () => {
		for (let round = 0; round < 3; round++) {
			amount++;
			const at = wholeSeconds(Date.now());
			const receipt = `UKN${String(amount).padStart(7, '0')}`;
			const { path } = await lineOf(receipt, at);
			const confirmation = buildConfirmation({
				receipt,
				amount,
				at,
				phone: '254700000001',
				reference: 'BY-HAND',
			});
			const answers = await Promise.all(
				[1, 2, 3, 4].flatMap(() => [
					desk.call('POST', `${path}/book`, {}),
					desk.deliver('c2b', confirmation),
				]),
			);
			const booked = answers.map((one) => (typeof one === 'number' ? one : one.status));
			for (const status of booked) expect([200, 201, 409]).toContain(status);
			await desk.settled();
			expect((await desk.call('GET', `/transactions?search=${receipt}`)).body.data.total).toBe(1);
		}
	});

	it('that was booked is merged into the prompt after a status query', async () => {
		const { id, expectOne } = await booked();
		expect((await desk.call('POST', `/transactions/${id}/check`)).status).toBe(200);
		await expectOne([]);
	});

	it('that was booked stays once M-Pesa has confirmed it', async () => {
		amount++;
		const at = wholeSeconds(Date.now());
		const receipt = `UKS${String(amount).padStart(7, '0')}`;
		const { path } = await lineOf(receipt, at);
		expect((await desk.call('POST', `${path}/book`)).status).toBe(201);
		const phone = '254704111111';
		const sent = buildConfirmation({ receipt, amount, at, phone, reference: 'A12' });
		expect(await desk.deliver('c2b', sent)).toBe(200);
		await desk.settled();
		expect((await desk.call('DELETE', `${path}/decision`)).body).toMatchObject({
			code: 'in_use',
			error: expect.stringMatching(/M-Pesa also reported on this payment/),
			data: [{ kind: 'message' }],
		});
		expect((await desk.call('GET', `/transactions?search=${receipt}`)).body.data.total).toBe(1);
	});

	/** Creates a paybill payment whose only link to its prompt is the callback, which has not come. */
	const byHand = async () => {
		amount++;
		const { id, payment, prompt } = await desk.waiting({ amount });
		const at = wholeSeconds(Date.parse(payment.created_at));
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
		return { id, old, at, merge, line: () => findLine(receipt, at) };
	};

	it('that came by hand keeps its decisions under either id once it is merged', async () => {
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

	it('that came by hand stays matched to an attached statement line', async () => {
		const { id, old, at, merge } = await byHand();
		const receipt = `UKP${String(amount).padStart(7, '0')}`;
		const { line, path } = await lineOf(receipt, at);
		const attached = await desk.call('POST', `${path}/attach`, { transaction_id: old });
		expect(attached.status, JSON.stringify(attached.body)).toBe(201);
		await merge();
		expect(await line()).toMatchObject({ state: 'matched', transaction: { id } });
		expect((await desk.call('DELETE', `${path}/decision`)).status).toBe(200);
		expect(await line()).toMatchObject({ state: 'only_statement', decision: null });
	});
});
