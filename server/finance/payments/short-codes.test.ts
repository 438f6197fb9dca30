import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { someEngines } from '../../testing/app.ts';
import { requeueOurs } from './apply.ts';
import { type Desk, listMessages, openDesk } from './fixtures/desk.ts';
import { openProcessor } from './processor.ts';

const AT = Date.parse('2026-02-03T09:00:00Z');
const TILL = '5551234';

describe.each(someEngines)('a confirmation (%s)', (engine) => {
	let desk: Desk;
	let made = 0;
	beforeAll(async () => {
		desk = await openDesk(engine, { till: TILL, shortCodes: ['174379', TILL] });
	});
	afterAll(() => desk.close());

	const sent = (shortCode: unknown, fields: object = {}) => ({
		...buildConfirmation({
			receipt: `UB3CODE${String(++made).padStart(3, '0')}`,
			amount: 700,
			at: AT,
			phone: '254711222333',
			reference: 'JANE',
		}),
		BusinessShortCode: shortCode,
		...fields,
	});
	const tell = async (body: object) => {
		expect(await desk.deliver('c2b', body)).toBe(200);
		await desk.settled();
	};
	const found = async ({ TransID }: { TransID: string }) =>
		(await desk.call('GET', `/transactions?search=${TransID}`)).body.data.data as Transaction[];
	const unmatched = async () =>
		(await listMessages(desk.call)) as {
			outcome: string;
			body: string;
			payment_id: string | null;
		}[];

	it('counts for the till, its store, as text or number, or without a short code', async () => {
		for (const code of [TILL, '174379', 174379, ' 174379 ', undefined, null, '']) {
			const body = sent(code);
			await tell(body);
			expect(await found(body), String(code)).toMatchObject([{ status: 'completed', marks: [] }]);
		}
		expect(await unmatched()).toEqual([]);
	});

	it('for another short code changes no payment and stays visible unchanged', async () => {
		const [{ body }, before] = [
			await desk.pay({ payerMs: 'never' }),
			(await desk.call('GET', '/statistics')).body.data,
		];
		const pending = body.data as Transaction;
		for (const code of ['600999', '17437', '1743790', 0]) {
			const other = sent(code, { BillRefNumber: 'KNEC-2026', TransAmount: '1500.00' });
			for (let copy = 0; copy < 2; copy++) await tell(other);
			expect(await found(other), String(code)).toEqual([]);
			expect((await unmatched())[0]).toMatchObject({
				outcome: 'other_short_code',
				body: JSON.stringify(other),
				payment_id: null,
			});
		}
		expect((await desk.call('GET', '/statistics')).body.data).toEqual(before);
		expect(await desk.read(pending.id)).toMatchObject({ status: 'pending', marks: [] });
	});

	it('for another short code is a payment to us only if a person insists', async () => {
		const other = sent('600888');
		await tell(other);
		const data = await listMessages(desk.call);
		const settle = (more: object) =>
			desk.call('POST', `/transactions/unmatched/${data[0]?.id}/settle`, {
				...{ as: 'payment', reason: 'Test' },
				...more,
			});
		const asked = await settle({});
		expect(asked).toMatchObject({
			status: 409,
			body: { code: 'not_ready', error: expect.stringContaining('paybill 600888') },
		});
		expect(await found(other)).toEqual([]);
		expect((await settle({ anyway: true })).status).toBe(200);
		expect(await found(other)).toMatchObject([{ status: 'completed' }]);
	});

	it('for another short code does not change the payment with its receipt', async () => {
		const ours = sent('174379');
		await tell(ours);
		await tell({ ...ours, BusinessShortCode: '600999', TransAmount: '9.00' });
		expect(await found(ours)).toMatchObject([{ status: 'completed', amount: 700, marks: [] }]);
	});

	it('counts once after its short code is added to ours', async () => {
		const other = sent('600777');
		for (let copy = 0; copy < 2; copy++) await tell(other);
		await requeueOurs(desk.database, ['174379']);
		expect(await desk.database.read.selectFrom('payment_queue').selectAll().execute()).toEqual([]);
		expect(await found(other)).toEqual([]);

		const corrected = ['174379', '600777'];
		const errors: unknown[] = [];
		const processor = openProcessor(desk.database, { shortCodes: corrected }, Date.now, (error) =>
			errors.push(error),
		);
		for (let start = 0; start < 2; start++) {
			await requeueOurs(desk.database, corrected);
			await processor.idle();
		}
		await processor.close();
		expect(errors).toEqual([]);
		expect(await found(other)).toMatchObject([{ status: 'completed', amount: 700, marks: [] }]);
		expect((await unmatched()).map(({ body }) => body)).not.toContain(JSON.stringify(other));
	});

	it('names the store, and requests pay the till', async () => {
		const { body } = await desk.pay({ payerMs: 'never' });
		const prompt = desk.simulator.prompts.get(body.data.checkout_request_id);
		expect(prompt?.sent).toMatchObject({
			BusinessShortCode: '174379',
			TransactionType: 'CustomerBuyGoodsOnline',
			PartyB: TILL,
		});
	});
});
