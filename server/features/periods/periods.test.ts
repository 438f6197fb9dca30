import { describe, expect, it } from 'vitest';
import { engines } from '../../test-app.ts';
import { DAY, ORG, receiptOf } from '../reconciliation/fixtures/desk.ts';
import { MONTH, makeClosable } from './fixtures/closable.ts';

const sumOf = (figures: { statement: { in: number; out: number }; books: { in: number } }) => [
	figures.statement.in,
	figures.statement.out,
	figures.books.in,
];

describe.each(engines)('months (%s)', (engine) => {
	it('are closed when nothing is left, and keep their figures', async () => {
		const { call, clock, movements, at, take, period, desk, store, lineOf, close } =
			await makeClosable(engine);
		const refused = await call('POST', `${MONTH}/close`, {});
		expect(refused).toMatchObject({ status: 409, body: { code: 'not_ready' } });
		expect(refused.body.data.left).toMatchObject([{ kind: 'uncovered', count: 1 }]);
		expect(
			(await call('POST', '/periods/2026-11/close', { override_reason: 'Now' })).body.data.left[0],
		).toMatchObject({ kind: 'not_over' });
		expect((await call('POST', '/periods/2026-12/close', {})).status).toBe(404);
		expect((await call('GET', '/periods/2026-13')).status).toBe(404);

		await take(movements);
		const looked = await period();
		expect(looked).toMatchObject({
			state: 'open',
			left: [],
			now: null,
			closed: null,
			history: [],
			figures: {
				statement: { in: 4006 },
				books: { in: 4006 },
				unexplained: 0,
				exceptions: { count: 0 },
			},
		});
		expect(looked.figures.days).toHaveLength(31);
		expect(looked.figures.days[1]).toEqual({
			day: '2026-10-02',
			in: 1001,
			out: 0,
			books: 1001,
			payments: 1,
		});
		expect((await desk()).period).toMatchObject({ state: 'open', checksum: looked.checksum });

		// A payment between the look and the closing.
		await store(4);
		const late = await call('POST', `${MONTH}/close`, { checksum: looked.checksum });
		expect(late).toMatchObject({ status: 409, body: { code: 'changed' } });
		expect(late.body.data.left).toMatchObject([{ kind: 'unexplained', count: 1, amount: 1004 }]);
		await take([...movements, { receipt: receiptOf(4), at: at(4), paidIn: 1004 }], `2 ${ORG}`);
		const { checksum } = await period();
		const closed = await call('POST', `${MONTH}/close`, { checksum });
		expect(closed).toMatchObject({ status: 200, body: { data: { state: 'closed', checksum } } });
		expect(closed.body.data.closed).toMatchObject({ reason: null, asked_by: null, mine: true });
		expect((await call('POST', `${MONTH}/close`, {})).status).toBe(409);

		// What comes later: a payment, a line for it, one nobody has, which is then booked, and a decision.
		const then = await period();
		clock.now += DAY;
		await store(5);
		await store(6);
		await take(
			[
				...[...movements, { receipt: receiptOf(4), at: at(4), paidIn: 1004 }],
				...[5, 7].map((n) => ({ receipt: receiptOf(n), at: at(n), paidIn: 1000 + n })),
			],
			`3 ${ORG}`,
		);
		const booked = await lineOf(receiptOf(7));
		await call('POST', `/reconciliation/lines/${booked.id}/book`, { reason: 'Came late' });
		const alone = await lineOf(receiptOf(6));
		await call('POST', `/reconciliation/lines/${alone.id}/settle`, { as: 'other', reason: 'Ours' });
		const after = await period();
		expect(after).toMatchObject({
			...then,
			now: expect.anything(),
			adjustments: { count: 3, in: 2012, out: 0, books: 3018 },
			later: expect.anything(),
		});
		expect(after.later).toMatchObject([
			{ receipt: receiptOf(5), was: null, is: 'matched', in: 1005, books: 1005 },
			{ receipt: receiptOf(6), was: null, is: 'settled', in: 0, books: 1006, reason: 'Ours' },
			{
				receipt: receiptOf(7),
				was: null,
				is: 'matched',
				in: 1007,
				books: 1007,
				reason: 'Came late',
			},
		]);
		const { now, figures, adjustments: sums } = after;
		expect(sumOf(now)).toEqual(
			sumOf(figures).map((sum, n) => sum + [sums.in, sums.out, sums.books][n]),
		);
		expect(await desk()).toMatchObject({ statement: { in: 5010 }, period: { adjustments: sums } });
		const came = (await call('GET', '/periods/2026-11')).body.data;
		expect(came.arrived).toEqual(after.later);

		await call('POST', `${MONTH}/reopen`, { reason: 'The late ones belong to it' });
		const again = await period();
		expect(again).toMatchObject({
			state: 'open',
			figures: now,
			now: null,
			adjustments: { count: 0 },
		});
		expect(again.history).toMatchObject([
			{ step: 'close', checksum },
			{ step: 'reopen', reason: 'The late ones belong to it' },
		]);
		expect((await call('GET', '/audit?item_kind=period')).body.data.data).toMatchObject([
			{ action: 'reopen', item: { id: '2026-10', name: 'October 2026' } },
			{ action: 'close' },
		]);
		const months = async (query = '') =>
			(await call('GET', `/periods${query}`)).body.data.map(
				({ month }: { month: string }) => month,
			);
		expect(await months()).toEqual(['2026-11', '2026-10']);
		expect(await months('?limit=1')).toEqual(['2026-11']);
		expect(await months('?before=2026-11&limit=6')).toEqual(['2026-10']);
		expect(await months('?before=2026-10')).toEqual([]);
		expect(await months('?before=2031-01&limit=1')).toEqual(['2026-11']);
		expect((await call('GET', '/periods?before=2026-13')).body.fields).toEqual({
			before: 'Before must be a month such as 2026-10',
		});
		await close();
	});

	it('are gone on with at the desk: the oldest that is not closed since the first that was, or is covered', async () => {
		const { call, clock, take, movements, close } = await makeClosable(engine);
		const opensOn = async () => (await call('GET', '/reconciliation')).body.data.month;
		const firstLine = async () =>
			(await call('GET', '/reconciliation/lines?limit=1')).body.data.data[0]?.at.slice(0, 7);
		expect([await opensOn(), await firstLine()]).toEqual(['2026-11', undefined]);
		await take(movements);
		clock.now += 31 * DAY;
		expect([await opensOn(), await firstLine()]).toEqual(['2026-10', '2026-10']);
		await call('POST', `${MONTH}/close`, {});
		expect(await opensOn()).toBe('2026-11');
		await call('POST', '/periods/2026-11/close', { override_reason: 'No statement yet' });
		expect(await opensOn()).toBe('2026-11');
		await call('POST', `${MONTH}/reopen`, { reason: 'One is missing' });
		expect(await opensOn()).toBe('2026-10');
		await close();
	});

	it('are closed with something left by two people only, who saw the same', async () => {
		const { call, as, asKey, store, period, close } = await makeClosable(engine);
		const second = (await as('finance')).call;
		const why = { override_reason: 'The portal is down' };
		expect((await (await asKey('finance')).call('POST', `${MONTH}/close`, why)).status).toBe(403);
		expect((await call('POST', `${MONTH}/approve`, {})).status).toBe(409);
		expect(await call('POST', `${MONTH}/close`, why)).toMatchObject({
			status: 200,
			body: { data: { state: 'review', review: { reason: why.override_reason, mine: true } } },
		});
		const waiting = async (asks: typeof call) =>
			(await asks('GET', '/statistics/trends')).body.data.reviews;
		expect(await waiting(call)).toEqual([]);
		expect(await waiting(second)).toEqual([{ month: '2026-10', by: expect.any(String) }]);
		expect((await call('POST', `${MONTH}/approve`, {})).status).toBe(403);
		expect((await (await asKey('finance')).call('POST', `${MONTH}/approve`, {})).status).toBe(403);
		expect((await (await as('viewer')).call('POST', `${MONTH}/approve`, {})).status).toBe(403);

		await store(5);
		// Whoever has nothing to say leaves the body out.
		expect(await second('POST', `${MONTH}/approve`)).toMatchObject({
			status: 409,
			body: { code: 'changed' },
		});
		await call('POST', `${MONTH}/close`, why);
		const { checksum } = await period();
		const done = await second('POST', `${MONTH}/approve`, { checksum });
		expect(done.body.data).toMatchObject({
			state: 'closed',
			checksum,
			closed: {
				reason: why.override_reason,
				mine: true,
				asked_by: expect.stringContaining('admin'),
			},
		});
		// A statement that comes at last is seen payment by payment, once each.
		expect((await period()).history).toHaveLength(3);
		await close();
	});

	it('are closed once by whoever is first, beside a statement that comes', async () => {
		const { as, movements, take, at, period, site, close } = await makeClosable(engine);
		await take(movements);
		const { checksum } = await period();
		const [one, other] = await Promise.all([as('finance'), as('admin')]);
		const more = [...movements, { receipt: receiptOf(8), at: at(8), paidIn: 1008 }];
		const [first, second] = await Promise.all([
			one.call('POST', `${MONTH}/close`, { checksum }),
			other.call('POST', `${MONTH}/close`, { checksum }),
			take(more, `2 ${ORG}`),
		]);
		const after = await period();
		// Whatever came first: what was looked at was closed, or nothing; the line is an adjustment, or left.
		const closings = [first, second].filter(({ status }) => status === 200);
		expect(closings.length).toBe(after.state === 'closed' ? 1 : 0);
		expect(after.state === 'closed' ? after.adjustments.in : after.figures.unexplained).toBe(1008);
		if (after.state === 'closed') expect(after.checksum).toBe(checksum);
		expect(site.engine).toBe(engine);
		await close();
	});
});
