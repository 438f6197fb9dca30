import { describe, expect, it } from 'vitest';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { engines } from '../../testing/app.ts';
import {
	csvOf,
	type Movement,
	newerName,
	newerRows,
	orgRows,
} from '../mpesa/fixtures/statements.ts';
import { openDesk, receiptOf, sendStatement, whole } from './fixtures/desk.ts';
import { DAY, END, ORG, START } from './fixtures/october.ts';

const at = (day: number) => START + day * DAY + 9 * 3_600_000;
const [one, two, three, made] = [1, 2, 3, 9].map(
	(n): Movement => ({ receipt: receiptOf(n), at: at(n), paidIn: 100 * n }),
) as [Movement, Movement, Movement, Movement];
const charge = { receipt: receiptOf(1), at: at(1), withdrawn: 6, what: 'Pay Bill Charge' };

/** Opens a desk; returns functions that send files, and read the month. */
const open = async (engine: (typeof engines)[number]) => {
	const site = await openDesk(engine, END + 2 * DAY);
	const send = async (name: string, movements: readonly Movement[], account?: string) => {
		const rows = orgRows(whole(movements));
		const content = csvOf(account ? rows.with(2, ['Account:', account]) : rows);
		return sendStatement(site, name, content);
	};
	const remove = (id: string) => site.call('DELETE', `/statements/${id}`, { reason: 'Wrong' });
	const month = async () => (await site.call('GET', '/reconciliation?month=2026-10')).body.data;
	const lines = async (): Promise<ReconciliationLine[]> =>
		(await site.call('GET', '/reconciliation/lines?month=2026-10&limit=50')).body.data.data;
	return { ...site, send, remove, month, lines };
};

describe.each(engines)('the lines of an import (%s)', (engine) => {
	it('go with it if no other import has them; a file that contradicts it is refused first', async () => {
		const { send, remove, lines, close } = await open(engine);
		const doctored = (await send('doctored.csv', [one, two, made])).body.data;
		const refused = await send('true.csv', [one, two]);
		expect([refused.status, refused.body.fields?.file]).toEqual([
			422,
			`“doctored.csv” has receipt ${made.receipt} with KSh 900 in at 2026-10-10 09:00:00; this file covers that time and does not have this line. Export the statement again, or remove the earlier import.`,
		]);
		await remove(doctored.id);
		expect((await send('true.csv', [one, two])).status).toBe(201);
		const added = await send('doctored.csv', [one, two, made]);
		expect([added.status, added.body.fields?.file]).toEqual([
			422,
			`Line 8 has receipt ${made.receipt} with KSh 900 in at 2026-10-10 09:00:00; “true.csv” covers that time and does not have this line. Export the statement again, or remove the earlier import.`,
		]);
		expect((await lines()).map(({ receipt }) => receipt)).toEqual([two.receipt, one.receipt]);
		await close();
	});

	it('of two accounts are a line of each, and count once', async () => {
		const { send, remove, month, lines, close, call } = await open(engine);
		const second = 'Charges Paid Account';
		const [utility, charges] = [
			await send('utility.csv', [one, charge]),
			await send('charges.csv', [charge], second),
		];
		expect(charges.body.data).toMatchObject({ lines: 1, new_lines: 1, known_lines: 0 });
		const both = await month();
		expect(both.statement).toMatchObject({ in: 100, out: 6, missing: [] });
		expect(both.states.charge).toEqual({ count: 1, amount: 6 });
		// The line of the other account counts when the first one goes.
		expect((await remove(utility.body.data.id)).status).toBe(200);
		expect(await month()).toMatchObject({ statement: { in: 0, out: 6, missing: [] } });
		expect(await lines()).toMatchObject([{ receipt: one.receipt, kind: 'charge' }]);
		const again = await send('utility.csv', [one, charge]);
		expect([again.status, again.body.data.new_lines]).toEqual([201, 2]);
		expect((await month()).statement).toMatchObject({ in: 100, out: 6 });
		const { data } = (await call('GET', '/statements')).body.data;
		expect(data).toHaveLength(2);
		await close();
	});

	it('learn from a later file which payment they reverse, as long as that file is there', async () => {
		const { send, remove, lines, close, ...site } = await open(engine);
		const reversal = {
			receipt: receiptOf(4),
			at: at(4),
			withdrawn: 100,
			what: 'Pay Bill Reversal',
		};
		const newer = whole([one, reversal]);
		await sendStatement(site, newerName(newer), csvOf(newerRows(newer)));
		const state = async () =>
			(await lines()).find(({ receipt }) => receipt === reversal.receipt)?.state;
		expect(await state()).toBe('reversal_open');
		const named = await send(ORG, [one, { ...reversal, linked: one.receipt }]);
		expect(named.body.data).toMatchObject({ new_lines: 0, known_lines: 2 });
		expect(await state()).toBe('reversed');
		await remove(named.body.data.id);
		expect(await state()).toBe('reversal_open');
		await close();
	});

	it('can be missing where the balances say so', async () => {
		const { month, close, ...site } = await open(engine);
		const send = async (from: number, to: number, opening: number, movements: Movement[]) => {
			const rows = orgRows({ opening, from: START + from * DAY, to: START + to * DAY, movements });
			return (await sendStatement(site, `${from}.csv`, csvOf(rows))).status;
		};
		expect(await send(0, 2, 0, [one])).toBe(201);
		expect(await send(2, 31, 300, [three])).toBe(201);
		expect((await month()).statement.missing).toMatchObject([
			{ amount: 200, text: expect.stringContaining('KSh 200 came in between') },
		]);
		const lost = { ...two, at: at(1) + 60_000 };
		expect(await send(1, 2, 0, [one, lost])).toBe(201);
		expect((await month()).statement.missing).toEqual([]);
		await close();
	});
});
