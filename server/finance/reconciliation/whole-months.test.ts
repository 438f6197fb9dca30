import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	formatDay,
	formatMonth,
	getDayStart,
	getFirstDay,
	toDayNumber,
	toMonthNumber,
} from '#shared/east-africa-time.ts';
import { buildCallback, buildConfirmation } from '../../../tools/daraja-simulator/wire.ts';
import { someEngines } from '../../testing/app.ts';
import { csvOf, orgRows } from '../mpesa/fixtures/statements.ts';
import { type Desk, listMessages, openDesk } from '../payments/fixtures/desk.ts';
import { sendStatement } from './fixtures/desk.ts';
import { ORG } from './fixtures/october.ts';

const HOUR = 3_600_000;
const THIS_MONTH = toMonthNumber(Date.now());
const START = getDayStart(getFirstDay(THIS_MONTH));
const LAST_SECOND = START - 1_000;

describe.each(someEngines)('the books of each month (%s)', (engine) => {
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine);
	});
	afterAll(() => desk.close());

	const bookedIn = async (month: number) =>
		(await desk.call('GET', `/reconciliation?month=${formatMonth(month)}`)).body.data.books.in;

	it('contain a marked payment that M-Pesa dates weeks before its request', async () => {
		const { id, prompt } = await desk.waiting({ months: 1 });
		const paidAt = LAST_SECOND - 20 * 24 * HOUR;
		await desk.deliver('stk', buildCallback({ ...prompt, decidedAt: paidAt }, Date.now()));
		expect(await desk.until(id, ({ status }) => status !== 'pending')).toMatchObject({
			status: 'completed',
			paid_at: new Date(paidAt).toISOString(),
			start_date: formatDay(toDayNumber(paidAt)),
			marks: ['dated_before'],
		});
		expect([await bookedIn(toMonthNumber(paidAt)), await bookedIn(THIS_MONTH)]).toEqual([1500, 0]);
		const found = await desk.call('GET', '/transactions?mark=dated_before');
		expect(found.body.data.total).toBe(1);
	});

	it('contain whole shillings only, from deliveries and statements', async () => {
		const at = LAST_SECOND - 2 * HOUR;
		const sent = { amount: '100.50', phone: '254711222333', reference: 'JANE', at };
		await desk.deliver('c2b', buildConfirmation({ ...sent, receipt: 'UJV1CENT01' }));
		await desk.settled();
		const [delivery] = await listMessages(desk.call);
		const settled = await desk.call('POST', `/transactions/unmatched/${delivery?.id}/settle`, {
			as: 'payment',
			reason: 'Paid from a bank',
		});
		expect(settled.body.data).toMatchObject({ amount: 100 });
		const file = csvOf(
			orgRows({
				opening: 1000,
				from: START - 24 * HOUR,
				to: START,
				movements: [
					{ receipt: 'UJV1CENT01', at, paidIn: 100.5 },
					{ receipt: 'UJV1CENT02', at: at + HOUR, paidIn: 200.5 },
					{ receipt: 'UJV1CENT03', at: at + HOUR, paidIn: 0.5 },
				],
			}),
		);
		expect((await sendStatement(desk, ORG, file)).status).toBe(201);
		const list = `/reconciliation/lines?month=${formatMonth(THIS_MONTH - 1)}`;
		const lineOf = async (receipt: string) =>
			(await desk.call('GET', `${list}&search=${receipt}`)).body.data.data[0];
		const differing = await lineOf('UJV1CENT01');
		expect(differing).toMatchObject({
			state: 'amount_differs',
			reason: 'The statement says KSh 100.50, our records KSh 100. Differs by KSh 0.50.',
		});
		const accepted = { as: 'other', reason: 'Below one shilling' };
		await desk.call('POST', `/reconciliation/lines/${differing.id}/settle`, accepted);
		expect(await lineOf('UJV1CENT01')).toMatchObject({ state: 'settled' });
		const line = await lineOf('UJV1CENT02');
		expect(line.reason).toContain('KSh 200.50 is booked as KSh 200.');
		const book = (id: string) => desk.call('POST', `/reconciliation/lines/${id}/book`, {});
		expect((await book(line.id)).body.success).toBe(true);
		expect(await lineOf('UJV1CENT02')).toMatchObject({ state: 'matched' });
		const [booked] = (await desk.call('GET', '/transactions?search=UJV1CENT02')).body.data.data;
		expect(booked).toMatchObject({ amount: 200, mpesa_receipt_number: 'UJV1CENT02' });
		// Less than a shilling leaves nothing to book.
		expect(await book((await lineOf('UJV1CENT03')).id)).toMatchObject({
			status: 409,
			body: { error: expect.stringContaining('KSh 0.50') },
		});
	});
});
