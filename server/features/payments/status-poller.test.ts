import { describe, expect, it } from 'vitest';
import { openDaraja } from '../../mpesa/daraja.ts';
import { engines } from '../../test-app.ts';
import { compareFigures } from '../statistics/recompute.ts';
import { openDesk } from './fixtures/desk.ts';
import { startStatusPoller } from './status-poller.ts';

const MINUTE = 60_000;

it.each(engines)('the poller finds out what became of lost callbacks (%s)', async (engine) => {
	let clock = Date.parse('2026-03-31T20:58:00Z');
	const desk = await openDesk(engine, { now: () => clock, pollMs: 15 });
	const lost = [];
	for (const result of [0, 1032, 0]) {
		const { body } = await desk.pay({ copies: 0, result }, { months: 1 });
		lost.push(body.data.id as string);
	}
	const { body: never } = await desk.pay({ payerMs: 'never' });
	expect(never.data.status).toBe('pending');

	await new Promise((done) => setTimeout(done, 200));
	expect(desk.simulator.seen.queries).toBe(0);
	clock += 2 * MINUTE;
	const states = [];
	for (const id of lost)
		states.push((await desk.until(id, ({ status }) => status !== 'pending')).status);
	expect(states).toEqual(['completed', 'failed', 'completed']);
	expect(await desk.read(never.data.id)).toMatchObject({ status: 'pending', marks: [] });

	// Asked again at growing distances, and no more after a day; then it waits for a person.
	await new Promise((done) => setTimeout(done, 100));
	for (const hours of [1, 6, 24, 48, 72]) {
		clock = Date.parse('2026-03-31T20:58:00Z') + hours * 60 * MINUTE * 1.1;
		await new Promise((done) => setTimeout(done, 150));
	}
	const asked = desk.simulator.seen.queries;
	expect(asked).toBeLessThanOrEqual(3 + 8);
	clock += 1000 * MINUTE;
	await new Promise((done) => setTimeout(done, 100));
	expect(desk.simulator.seen.queries - asked).toBeLessThanOrEqual(3);
	expect(await desk.read(never.data.id)).toMatchObject({
		status: 'pending',
		marks: ['unresolved'],
	});

	// The day of a payment is the day in Kenya: 20:58 UTC is 23:58 there.
	const [first] = lost;
	expect(await desk.read(first ?? '')).toMatchObject({
		created_at: '2026-03-31T20:58:00.000Z',
		marks: ['receipt_awaited'],
	});
	const { data } = (await desk.call('GET', '/transactions?from=2026-03-31&to=2026-03-31')).body;
	expect(data.total).toBe(4);
	expect(await compareFigures(desk.database.read)).toEqual([]);
	await desk.close();
});

it.each(engines)('many lost callbacks are asked about without a pause (%s)', async (engine) => {
	let clock = Date.parse('2026-03-31T20:58:00Z');
	const desk = await openDesk(engine, { now: () => clock });
	for (let n = 0; n < 20; n++) await desk.pay({ copies: 0 });
	clock += 2 * MINUTE;
	const poller = startStatusPoller(desk.database, openDaraja(desk.account), {
		now: () => clock,
		rate: { fastMs: 20, slowMs: 2_000 },
		onError: (error) => expect(error).toBeUndefined(),
	});
	const completed = async () =>
		(await desk.call('GET', '/transactions?status=completed')).body.data.total;
	await expect.poll(completed).toBe(20);
	expect(desk.simulator.seen.queries).toBe(20);
	await poller.close();
	await desk.close();
});

describe.each(engines)('what a person is told (%s)', (engine) => {
	const START = Date.parse('2026-03-31T09:00:00Z');
	const pollMs = 200;
	const paid = ({ status }: { status: string }) => status === 'completed';

	it('is what the poller goes by', async () => {
		let clock = START;
		const desk = await openDesk(engine, { now: () => clock, pollMs });
		const { id } = (await desk.pay({ copies: 0 })).body.data;
		const limited = (await desk.pay({ payerMs: 'never', query: 'limited' })).body.data;
		const prompt = desk.simulator.prompts.get(limited.checkout_request_id);
		const told = performance.now();
		expect((await desk.call('POST', `/transactions/${limited.id}/check`)).status).toBe(429);
		Object.assign(prompt?.behaviour ?? {}, { query: 'processing' });
		clock += 2 * MINUTE;
		expect(await desk.until(id, paid)).toMatchObject({ status: 'completed' });
		// Five turns in which nothing was asked although two payments were due.
		expect(performance.now() - told).toBeGreaterThan(5 * pollMs);
		await desk.close();
	});

	it('is what the poller of another server goes by', async () => {
		let clock = START;
		const desk = await openDesk(engine, { now: () => clock });
		const poller = () =>
			startStatusPoller(desk.database, openDaraja(desk.account), {
				now: () => clock,
				rate: { fastMs: pollMs, slowMs: pollMs },
				onError: (error) => expect(error).toBeUndefined(),
			});
		const { id } = (await desk.pay({ copies: 0 })).body.data;
		const holder = async () =>
			(await desk.database.read.selectFrom('jobs').select('holder').executeTakeFirst())?.holder;
		const first = poller();
		await expect.poll(holder).toBeTruthy();
		const second = poller();
		const exchange = { request: '{}', status: 429, body: '' };
		const told = performance.now();
		await second.asked({ kind: 'open', text: null, limited: true, exchange });
		clock += 2 * MINUTE;
		expect(await desk.until(id, paid)).toMatchObject({ status: 'completed' });
		expect(performance.now() - told).toBeGreaterThan(5 * pollMs);
		for (const one of [first, second]) await one.close();
		await desk.close();
	});
});
