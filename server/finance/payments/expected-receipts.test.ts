import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConfirmation, makeReceipt } from '../../../tools/daraja-simulator/wire.ts';
import { engines } from '../../testing/app.ts';
import { type Desk, decide, openDesk } from './fixtures/desk.ts';

const PHONE = '254712345678';

describe.each(engines)('a receipt that a caller reads out (%s)', (engine) => {
	let desk: Desk;
	let numbers = 7_000;
	beforeAll(async () => {
		desk = await openDesk(engine, { maskPhones: true });
	});
	afterAll(() => desk.close());

	const newReceipt = () => makeReceipt(Date.now(), ++numbers);
	const record = (receipt: string, fields: object = {}, headers = {}) =>
		decide(
			desk.call,
			'expected',
			'receipt',
			receipt,
			{ reason: 'Paid at noon', ...fields },
			headers,
		);
	const withdraw = (id: number | string) =>
		desk.call('DELETE', `/decisions/${id}`, { reason: 'A typing error' });
	const list = async () =>
		(await desk.call('GET', '/transactions/to-check?kind=expected&limit=100')).body.data;
	const hint = async (receipt: string) =>
		(await desk.call('GET', `/receipts/${receipt}`)).body.data.expected;
	const audited = async (id: number) =>
		(await desk.call('GET', `/audit?item_kind=awaited_receipt&item_id=${id}`)).body.data.data;
	/** Delivers the confirmation of a payment by hand. */
	const pay = async (receipt: string, fields: object = {}) => {
		const sent = { receipt, phone: PHONE, at: Date.now(), amount: 500, reference: 'A1' };
		await desk.deliver('c2b', { ...buildConfirmation(sent), ...fields });
		await desk.settled();
	};

	it('is recorded with the phone and the amount, and found by its receipt', async () => {
		const receipt = newReceipt();
		const typed = `${receipt.slice(0, 4).toLowerCase()} ${receipt.slice(4)}`;
		const { status, body } = await record(typed, { phone_number: '0712 345 678', amount: 500 });
		expect(status).toBe(201);
		expect(body.data).toMatchObject({ what: 'awaited', receipt, amount: 500 });
		const { id } = body.data;
		expect(await hint(receipt)).toEqual({
			...{ id, receipt, phone_number: '0712 ••• 678', amount: 500, reason: 'Paid at noon' },
			...{ at: expect.stringMatching(/Z$/), by: expect.any(String) },
		});
		expect((await list()).data.at(-1)).toMatchObject({ decision_id: id, receipt, amount: 500 });
		const [, ...rest] = await audited(body.data.id);
		expect(rest).toEqual([]);
		expect((await audited(body.data.id))[0]).toMatchObject({
			action: 'create',
			item: { name: receipt },
			after: { receipt, phone: '*********678', amount: 500, reason: 'Paid at noon' },
		});
	});

	it('is recorded once', async () => {
		const receipt = newReceipt();
		const both = await Promise.all([record(receipt), record(receipt)]);
		expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
		const again = await record(receipt);
		expect([again.status, again.body.code]).toEqual([409, 'conflict']);
		expect(again.body.error).toBe(`Receipt ${receipt} is already recorded as expected.`);

		const key = { 'idempotency-key': `expected ${engine}`.replace(' ', '-') };
		const other = newReceipt();
		const first = await record(other, {}, key);
		const repeated = await record(other, {}, key);
		expect([first.status, repeated.status]).toEqual([201, 201]);
		expect(repeated.body).toEqual(first.body);
	});

	it('leaves To check once a payment or a message has it', async () => {
		const [paid, odd] = [newReceipt(), newReceipt()];
		await record(paid);
		const { id } = (await record(odd)).body.data;
		const { total } = await list();
		await pay(paid);
		// Neither a payment nor counted, but known.
		await pay(odd, { TransAmount: '500.50' });
		expect((await list()).total).toBe(total - 2);
		expect(await hint(odd)).toMatchObject({ id });
	});

	it('is refused if a payment has it, and names the payment', async () => {
		const receipt = newReceipt();
		await pay(receipt);
		const { status, body } = await record(receipt);
		expect([status, body.code]).toEqual([409, 'conflict']);
		expect(body.error).toBe(`A payment of KSh 500 has the receipt ${receipt}.`);
		const [payment] = (await desk.call('GET', `/transactions?search=${receipt}`)).body.data.data;
		expect(body.data).toEqual({ transaction_id: payment.id });
	});

	it('is withdrawn once, and can then be recorded again', async () => {
		const receipt = newReceipt();
		const { id } = (await record(receipt, { phone_number: PHONE })).body.data;
		const { total } = await list();
		const both = await Promise.all([withdraw(id), withdraw(id)]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(await hint(receipt)).toBeNull();
		expect((await list()).total).toBe(total - 1);
		expect(await audited(id)).toMatchObject([
			{ action: 'restore', item: { name: receipt }, details: { as: 'awaited' } },
			{ action: 'create', after: { phone: '*********678' } },
		]);
		expect((await record(receipt)).status).toBe(201);
		expect((await withdraw('nothing')).status).toBe(404);
	});

	it('is refused with the field that is wrong', async () => {
		const refused = async (fields: object, receipt = newReceipt()) => {
			const { status, body } = await record(receipt, fields);
			expect(status).toBe(422);
			return body.fields;
		};
		const wrong = 'Receipt must be capitals and digits such as UA14ABCD5E';
		expect(await refused({}, 'no')).toEqual({ about: wrong });
		expect(await refused({}, ' ')).toEqual({ about: 'Receipt is required' });
		expect(await refused({ reason: '' })).toEqual({ reason: 'Reason is required' });
		expect(await refused({ phone_number: '0712 ••• 678' })).toEqual({
			phone_number: 'Phone number must be a Kenyan mobile number such as 0712345678',
		});
		expect(await refused({ amount: 0 })).toEqual({ amount: 'Amount must be at least 1' });
	});

	it('is not for viewers', async () => {
		const receipt = newReceipt();
		const { id } = (await record(receipt)).body.data;
		const { call } = await desk.as('viewer');
		const answers = [
			await call('GET', '/decisions'),
			await decide(call, 'expected', 'receipt', newReceipt(), { reason: 'Paid' }),
			await call('DELETE', `/decisions/${id}`, { reason: 'x' }),
		];
		expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
		expect(await hint(receipt)).toMatchObject({ id });
	});
});
