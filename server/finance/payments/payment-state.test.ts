import { describe, expect, it } from 'vitest';
import { someEngines } from '../../testing/app.ts';
import { csvOf, type Movement, orgRows } from '../mpesa/fixtures/statements.ts';
import {
	makeMonth,
	paid,
	receiptOf,
	sendStatement,
	whole,
} from '../reconciliation/fixtures/desk.ts';
import { ORG, START } from '../reconciliation/fixtures/october.ts';
import { findAllStateDifferences, refreshAllPayments } from './refresh-all.ts';
import { storePayments } from './store.ts';

const HOUR = 3_600_000;

/** Returns a statement of movements in the order of their times. */
const fileOf = (movements: readonly Movement[]) =>
	csvOf(orgRows(whole(movements.toSorted((a, b) => a.at - b.at))));

/** A month with a payment of KSh 2,000 of PETER. */
const makeSite = async (engine: (typeof someEngines)[number]) => {
	const month = await makeMonth(engine);
	const at = START + 50 * HOUR;
	const [payment, at0] = paid(receiptOf(50), at, 2000);
	const [made] = await month.site.database.write((trx) =>
		storePayments(trx, [[{ ...payment, payer_name: 'PETER KAMAU' }, at0]], 'callback'),
	);
	const id = made?.id as string;
	const { call, database } = month.site;
	const path = `/transactions/${id}`;
	const post = async (to: string, body: object) => call('POST', to, { reason: 'Called', ...body });
	const refund = (amount: number, more: object = {}) =>
		post(`${path}/adjustments`, { kind: 'refund', amount, at: '2026-10-05', ...more });
	const takeBack = (decision: number) =>
		call('DELETE', `/decisions/${decision}`, { reason: 'Mistake' });
	const read = async () => (await call('GET', path)).body.data;
	const own = { receipt: receiptOf(50), at, paidIn: 2000 };
	const take = async (...lines: Movement[]) => {
		const answer = await sendStatement(
			month.site,
			ORG,
			fileOf([...month.movements, own, ...lines]),
		);
		expect(answer.status, JSON.stringify(answer.body)).toBe(201);
	};
	const expectStored = async () => {
		for await (const difference of findAllStateDifferences(database.read))
			expect(difference).toBeUndefined();
	};
	return { ...month, id, at, path, post, refund, read, take, takeBack, expectStored };
};

const back = (n: number, at: number, withdrawn: number, more: Partial<Movement> = {}) => ({
	...{ receipt: receiptOf(n), at: at + HOUR, withdrawn, what: 'Pay Bill Reversal' },
	...more,
});
const BUSINESS = 'Business Payment to Customer to 254712345678 - PETER KAMAU';

describe.each(someEngines)('money that went out (%s)', (engine) => {
	it('counts a return without a receipt and a reversal of M-Pesa until a person says that they are the same', async () => {
		const { id, at, post, refund, read, take, takeBack, expectStored, call, close } =
			await makeSite(engine);
		expect((await refund(2000)).status).toBe(201);
		await take(back(51, at, 2000, { linked: receiptOf(50) }));
		expect(await read()).toMatchObject({ adjusted: 2000, given_back: 4000 });
		const toCheck = async () => (await call('GET', '/transactions/to-check')).body.data.totals;
		expect(await toCheck()).toMatchObject({ given_back_twice: 1, more_back_than_paid: 0 });
		await expectStored();

		const same = await post('/decisions', { what: 'same', about: { kind: 'payment', id } });
		expect([same.status, same.body.data]).toMatchObject([
			201,
			{ what: 'same', transaction_id: id },
		]);
		expect(await read()).toMatchObject({ adjusted: 2000, given_back: 2000 });
		expect(await toCheck()).toMatchObject({ given_back_twice: 0 });
		await expectStored();
		const { decisions } = await read();
		const rests = await takeBack(decisions[0].id);
		expect([rests.status, rests.body.code]).toEqual([409, 'in_use']);
		expect((await takeBack(same.body.data.id)).status).toBe(200);
		expect(await read()).toMatchObject({ given_back: 4000 });
		await expectStored();
		await close();
	});

	it('refuses a receipt of a line of another kind or amount', async () => {
		const { at, refund, read, take, close } = await makeSite(engine);
		await take(back(51, at, 1500, { what: BUSINESS }));
		const receipt = receiptOf(51);
		expect((await refund(1000, { receipt })).body.fields).toHaveProperty('amount');
		const reversal = await refund(1500, { receipt, kind: 'reversal' });
		expect(reversal.body.fields).toHaveProperty('kind');
		expect((await refund(1500, { receipt })).status).toBe(201);
		expect(await read()).toMatchObject({ given_back: 1500 });
		await close();
	});

	it('has a line for each of two equal returns with one receipt', async () => {
		const { id, at, post, read, take, takeBack, expectStored, lines, close } =
			await makeSite(engine);
		await take(back(51, at, 500), back(51, at, 500));
		const open = await lines('&state=reversal_open');
		for (const line of open.toReversed()) {
			const path = `/reconciliation/lines/${line.id}/attach`;
			expect((await post(path, { transaction_id: id })).status).toBe(201);
		}
		expect(await read()).toMatchObject({ given_back: 1000 });
		await expectStored();
		expect(await lines('&state=reversal_open')).toEqual([]);
		const { decisions } = await read();
		expect((await takeBack(decisions[0].id)).status).toBe(200);
		expect(await read()).toMatchObject({ given_back: 500 });
		expect(await lines('&state=reversal_open')).toMatchObject([{ id: open.at(-1)?.id }]);
		await expectStored();
		await close();
	});

	it('takes only the line of its amount, of two with one receipt', async () => {
		const { id, at, post, read, take, lines, close } = await makeSite(engine);
		const fee = { what: 'Funds sent to a supplier', receipt: receiptOf(51) };
		await take(back(51, at, 1900), back(52, at, 15, fee));
		const open = await lines('&state=reversal_open');
		const line = open.find(({ receipt }) => receipt === receiptOf(51));
		const attached = await post(`/reconciliation/lines/${line?.id}/attach`, { transaction_id: id });
		expect(attached.status).toBe(201);
		expect(await read()).toMatchObject({ given_back: 1900 });
		expect(await lines('&state=paid_out')).toMatchObject([{ withdrawn: 15, transaction: null }]);
		await close();
	});

	it('suggests the recorded refund to the same payer, and asks before a line counts beside it', async () => {
		const { id, at, post, refund, read, take, takeBack, lines, expectStored, close } =
			await makeSite(engine);
		await refund(700);
		await take(back(51, at, 702, { what: BUSINESS }));
		const [line] = await lines('&state=paid_out');
		const [suggested] = line?.suggestions ?? [];
		expect(suggested).toMatchObject({ transaction_id: id, amount: 700, likely: true });
		expect(suggested?.reason).toMatch(/^The same money as the refund of KSh 700 that .* recorded/);
		const attach = (body: object) =>
			post(`/reconciliation/lines/${line?.id}/attach`, { transaction_id: id, ...body });
		expect((await attach({})).body.fields).toHaveProperty('same');
		const other = await attach({ same: null });
		expect(other.body.data).toMatchObject({ given_back: 1402 });
		expect((await takeBack((await read()).decisions.at(-1).id)).status).toBe(200);
		expect((await attach({ same: suggested?.same })).body.data).toMatchObject({ given_back: 702 });
		expect(await lines('&state=paid_out')).toEqual([]);
		await expectStored();
		await close();
	});

	it('counts a reversal of a line that a person attached once', async () => {
		const { at, post, take, lines, call, expectStored, database, close } = await makeSite(engine);
		const [asked] = paid(null, at, 900);
		const [made] = await database.write((trx) =>
			storePayments(trx, [[{ ...asked, status: 'pending', paid_at: null }, at + 1000]], 'request'),
		);
		const reversal = back(61, at + HOUR, 300, { linked: receiptOf(60) });
		await take({ receipt: receiptOf(60), at: at + 60_000, paidIn: 900 }, reversal);
		const open = await lines('&state=only_statement');
		const line = open.find(({ receipt }) => receipt === receiptOf(60));
		const body = { transaction_id: made?.id };
		expect((await post(`/reconciliation/lines/${line?.id}/attach`, body)).status).toBe(201);
		const payment = (await call('GET', `/transactions/${made?.id}`)).body.data;
		expect(payment).toMatchObject({ status: 'completed', given_back: 300 });
		await expectStored();
		await close();
	});

	it('is listed and exported alike, also if it is written off or void', async () => {
		const { path, post, take, lines, call, close } = await makeSite(engine);
		await take();
		expect((await post(`${path}/write-off`, { as: 'test' })).status).toBe(201);
		const [line] = (await lines('&state=only_statement')).filter(({ paid_in }) => paid_in === 2000);
		const booked = await post(`/reconciliation/lines/${line?.id}/book`, {});
		await call('DELETE', `/reconciliation/lines/${line?.id}/decision`);
		const queries = ['', 'status=completed', 'status=written_off', 'status=void', 'search=A12'];
		const counts: number[] = [];
		for (const query of [...queries, `search=${line?.receipt}`]) {
			const { data } = (await call('GET', `/transactions?limit=100&${query}`)).body.data;
			const { body } = await call('GET', `/transactions/export.csv?${query}`);
			const rows = String(body).trimEnd().split('\r\n').slice(1);
			expect(rows.map((row) => row.split(',')[13])).toEqual(
				data.map(({ id }: { id: string }) => id),
			);
			expect(rows.map((row) => row.split(',')[4])).toEqual(
				data.map(({ status }: { status: string }) => status),
			);
			counts.push(rows.length);
		}
		expect([booked.status, ...counts]).toEqual([201, 5, 4, 1, 1, 5, 1]);
		await close();
	});

	it('is repaired and reported by a check', async () => {
		const { id, database, read, close } = await makeSite(engine);
		const wrong = { returned_shillings: 5, to_assign: 'no_plan' as const };
		await database.write((trx) =>
			trx.updateTable('payments').set(wrong).where('id', '=', id).execute(),
		);
		const found = await Array.fromAsync(findAllStateDifferences(database.read));
		expect(found).toEqual([
			{ id, stored: wrong, computed: { returned_shillings: 0, to_assign: null } },
		]);
		await refreshAllPayments(database, Date.now());
		expect(await Array.fromAsync(findAllStateDifferences(database.read))).toEqual([]);
		expect(await read()).toMatchObject({ given_back: 0, to_assign: null });
		await close();
	});
});
