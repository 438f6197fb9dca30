import { beforeAll, expect, it } from 'vitest';
import { onSomeEngines } from '../../testing/app.ts';
import { decide } from './fixtures/desk.ts';
import { type NewPayment, storePayments } from './store.ts';

const AT = Date.UTC(2026, 9, 1, 9);
const MINUTE = 60_000;

onSomeEngines('a clerk at the payments', (site) => {
	const ids: Record<string, string> = {};
	const same = { phone: '254712345678', account_reference: 'KNEC-1', amount: 1500 };
	const payments: Record<string, [minutes: number, fields: Partial<NewPayment>]> = {
		first: [0, same],
		second: [9, { ...same, account_reference: 'knec-1', origin: 'stk', months: 1 }],
		later: [20, same],
		otherAmount: [1, { ...same, amount: 1600 }],
		otherAccount: [2, { ...same, account_reference: 'KNEC-2' }],
		otherPhone: [3, { ...same, phone: '254712345679' }],
		failed: [4, { ...same, status: 'failed', origin: 'stk' }],
		nameless: [5, { ...same, phone: null }],
	};
	beforeAll(async () => {
		for (const [name, [minutes, fields]] of Object.entries(payments)) {
			const payment = { origin: 'c2b', status: 'completed', ...fields } as NewPayment;
			const [made] = await site().database.write((trx) =>
				storePayments(trx, [[payment, AT + minutes * MINUTE]], 'confirmation'),
			);
			ids[name] = made?.id ?? '';
		}
	});
	const read = async (name: string) =>
		(await site().call('GET', `/transactions/${ids[name]}`)).body.data;
	const post = (name: string, path: string, body: object) =>
		site().call('POST', `/transactions/${ids[name]}/${path}`, body);

	it('sees a possible duplicate payment until one of the two is refunded', async () => {
		const { body } = await site().call('GET', '/transactions');
		const twice = Object.fromEntries(
			(body.data.data as { id: string; paid_twice: string | null }[]).flatMap((one) =>
				one.paid_twice === null ? [] : [[one.id, one.paid_twice]],
			),
		);
		expect(twice).toEqual({ [ids.first ?? '']: ids.second, [ids.second ?? '']: ids.first });
		const refund = { kind: 'refund', amount: 1500, at: '2026-10-02', reason: 'Paid twice' };
		expect((await post('second', 'adjustments', refund)).status).toBe(201);
		for (const name of ['first', 'second']) expect((await read(name)).paid_twice).toBeNull();
	});

	it('adds a note to any payment, and withdraws it', async () => {
		const note = (reason: string) =>
			decide(site().call, 'note', 'payment', ids.failed ?? '', { reason });
		expect((await note(' ')).body.fields).toEqual({ reason: 'Reason is required' });
		const { status, body } = await note('Calls again on Monday');
		expect(status).toBe(201);
		const { id } = body.data;
		expect((await read('failed')).decisions).toMatchObject([
			{ id, what: 'note', reason: 'Calls again on Monday', withdrawn: null },
		]);
		const payer = await site().call('GET', `/transactions/${ids.failed}/payer`);
		expect(payer.body.data.notes[0]).toMatchObject({
			kind: 'note',
			text: 'Calls again on Monday',
			withdrawn: false,
		});
		const back = await site().call('DELETE', `/decisions/${id}`, { reason: 'Another payer' });
		expect(back.status).toBe(200);
		expect((await read('failed')).decisions[0].withdrawn).toMatchObject({
			reason: 'Another payer',
		});
		const audit = await site().call('GET', '/audit?action=note');
		expect(audit.body.data.data).toMatchObject([{ details: { note: expect.any(String) } }]);
	});
});
