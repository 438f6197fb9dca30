import { expect, it } from 'vitest';
import type { Period } from '#shared/contract/finance/periods.ts';
import { someEngines } from '../../testing/app.ts';
import { receiptOf } from '../reconciliation/fixtures/desk.ts';
import { MONTH, makeClosable } from './fixtures/closable.ts';

it.each(someEngines)(
	'the list of months has every change of months read before (%s)',
	async (engine) => {
		const { call, clock, movements, at, take, lineOf, store, close } = await makeClosable(engine);
		clock.now += 3_600_000;
		const post = async (path: string, body: object) =>
			expect((await call('POST', path, body)).status, path).toBeOneOf([200, 201]);
		const findPayment = async (n: number) => (await lineOf(receiptOf(n))).transaction.id;
		const refund = { kind: 'refund', amount: 300, at: '2026-10-20', reason: 'Left' };
		const more = { receipt: receiptOf(8), at: at(8), paidIn: 1008 };
		const steps: (() => Promise<unknown>)[] = [
			() => take([...movements, more]),
			// Without an audit row, as the sample data is stored.
			() => store(5),
			async () => post(`/transactions/${await findPayment(0)}/adjustments`, refund),
			async () => post(`/reconciliation/lines/${(await lineOf(receiptOf(8))).id}/book`, {}),
			async () => {
				const body = { as: 'test', reason: 'Our own' };
				await post(`/transactions/${await findPayment(8)}/write-off`, body);
			},
			() => post(`${MONTH}/close`, { override_reason: 'Enough' }),
			async () => post(`/transactions/${await findPayment(1)}/adjustments`, refund),
			() => call('POST', `${MONTH}/reopen`, { reason: 'More came' }),
		];
		let last = '';
		for (const step of steps) {
			await step();
			const { data } = (await call('GET', '/periods')).body;
			const listed = data.find(({ month }: Period) => month === '2026-10');
			const { parts: _, changed_since: __, ...read } = (await call('GET', MONTH)).body.data;
			expect(listed).toEqual(read);
			if (step !== steps[2]) expect(JSON.stringify(listed)).not.toBe(last);
			last = JSON.stringify(listed);
		}
		await close();
	},
);
