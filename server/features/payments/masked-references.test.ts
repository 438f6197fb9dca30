import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../test-app.ts';
import { type Desk, openDesk } from './fixtures/desk.ts';

const ACCOUNT = '0798765432';

describe.each(engines)('an account that is a phone number, with MASK_PHONES (%s)', (engine) => {
	let desk: Desk;
	let made = 0;
	beforeAll(async () => {
		desk = await openDesk(engine, { maskPhones: true });
	});
	afterAll(() => desk.close());

	/** A payment by hand for this account; resolves to its id. */
	const paid = async (account: string, payer: string) => {
		const receipt = `UK1${String(++made).padStart(7, '0')}`;
		await desk.deliver('c2b', {
			TransactionType: 'Pay Bill',
			TransID: receipt,
			TransTime: '20261101101500',
			TransAmount: '700.00',
			BusinessShortCode: '174379',
			BillRefNumber: account,
			MSISDN: payer,
			FirstName: 'JANE',
		});
		await desk.settled();
		const { body } = await desk.call('GET', `/transactions?search=${receipt}`);
		return body.data.data[0].id as string;
	};
	const assign = (id: string, body: object) =>
		desk.call('POST', `/transactions/${id}/assignments`, { reason: 'The payer called', ...body });
	const suggestions = async (id: string) =>
		(await desk.call('GET', `/transactions/${id}/suggestions`)).body.data;
	/** What is kept, which nobody sees masked. */
	const stored = async (id: string) => {
		const rows = await desk.database.read
			.selectFrom('payment_assignments')
			.select(['account_reference', 'months'])
			.where('payment_id', '=', id)
			.orderBy('id')
			.execute();
		return rows.map(({ account_reference, months }) => [account_reference, months]);
	};

	it('is assigned whole by a suggestion that shows it masked, and stays whole when months change', async () => {
		const typed = await paid(ACCOUNT, '25471****678');
		const id = await paid('UF1', '25471****678');
		const [suggestion] = await suggestions(id);
		expect(suggestion.account_reference).toBe('0798 ••• 432');
		expect(await assign(id, { reference_id: suggestion.id })).toMatchObject({
			status: 201,
			body: { data: { assigned_reference: '0798 ••• 432' } },
		});
		expect((await assign(id, { reference_id: 'present', months: 3 })).status).toBe(201);
		expect((await assign(typed, { reference_id: 'present', months: 1 })).status).toBe(201);
		expect(await stored(id)).toEqual([
			[ACCOUNT, null],
			[ACCOUNT, 3],
		]);
		expect(await stored(typed)).toEqual([[ACCOUNT, 1]]);
	});

	it('is suggested by an assignment, and by a spelling that is near', async () => {
		const other = await paid('UF2', '25472****999');
		expect((await assign(other, { account_reference: '0111222333' })).status).toBe(201);
		const same = await paid('XAVIER-77', '25472****999');
		const near = await paid('0798765433', '25473****111');
		for (const [id, account] of [
			[same, '0111222333'],
			[near, ACCOUNT],
		] as const) {
			const [suggestion] = await suggestions(id);
			expect((await assign(id, { reference_id: suggestion.id })).status).toBe(201);
			expect((await stored(id)).at(-1)).toEqual([account, null]);
		}
	});

	it('is refused masked, in an assignment and in a request to pay', async () => {
		const id = await paid('QUEEN-88', '25474****222');
		for (const account_reference of ['0798 ••• 432', '0798•••432']) {
			const refused = {
				status: 422,
				body: { fields: { account_reference: expect.stringContaining('masked') } },
			};
			expect(await assign(id, { account_reference })).toMatchObject(refused);
			expect(await desk.pay({}, { account_reference })).toMatchObject(refused);
		}
		for (const body of [{}, { account_reference: ' ' }])
			expect(await assign(id, body)).toMatchObject({
				status: 422,
				body: { fields: { account_reference: 'Account reference is required' } },
			});
		for (const reference_id of ['typed-nobody', 'assignment-999999', 'x'])
			expect(await assign(id, { reference_id })).toMatchObject({
				status: 422,
				body: { fields: { account_reference: expect.stringContaining('suggestion') } },
			});
		expect(await stored(id)).toEqual([]);
	});
});
