import { expect, it } from 'vitest';
import { engines } from '../../testing/app.ts';
import { openDaraja } from '../mpesa/daraja.ts';
import { openDesk } from './fixtures/desk.ts';
import { startStatusPoller } from './poller.ts';

const MINUTE = 60_000;

it.each(engines)('queries the results of lost callbacks (%s)', async (engine) => {
	let clock = Date.parse('2026-03-31T20:58:00Z');
	let readings = 0;
	const now = () => {
		readings++;
		return clock;
	};
	const desk = await openDesk(engine, { now, pollMs: 5 });
	/** Waits for a whole step of the poller: it and the simulator read the clock at most four times in each. */
	const waitForStep = async () => {
		const from = readings;
		await expect.poll(() => readings - from, { interval: 5 }).toBeGreaterThanOrEqual(8);
	};
	const lost = [];
	for (const result of [0, 1032, 0]) {
		const { body } = await desk.pay({ copies: 0, result }, { months: 1 });
		lost.push(body.data.id as string);
	}
	const { body: never } = await desk.pay({ payerMs: 'never' });
	expect(never.data.status).toBe('pending');

	await waitForStep();
	expect(desk.simulator.seen.queries).toBe(0);
	clock += 2 * MINUTE;
	const states = [];
	for (const id of lost)
		states.push((await desk.until(id, ({ status }) => status !== 'pending')).status);
	expect(states).toEqual(['completed', 'failed', 'completed']);
	expect(await desk.read(never.data.id)).toMatchObject({ status: 'pending', marks: [] });

	// Queried with growing delays, and not after a day; then a person decides.
	await waitForStep();
	for (const hours of [1, 6, 24, 48, 72]) {
		clock = Date.parse('2026-03-31T20:58:00Z') + hours * 60 * MINUTE * 1.1;
		await waitForStep();
	}
	const asked = desk.simulator.seen.queries;
	expect(asked).toBeLessThanOrEqual(3 + 8);
	clock += 1000 * MINUTE;
	await waitForStep();
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
	await desk.close();
});

it.each(engines)('queries many lost callbacks without a pause (%s)', async (engine) => {
	let clock = Date.parse('2026-03-31T20:58:00Z');
	const desk = await openDesk(engine, { now: () => clock });
	for (let n = 0; n < 6; n++) await desk.pay({ copies: 0 });
	clock += 2 * MINUTE;
	const poller = startStatusPoller(desk.database, openDaraja(desk.account), {
		now: () => clock,
		rate: { fastMs: 20, slowMs: 100_000 },
		onError: (error) => expect(error).toBeUndefined(),
	});
	const completed = async () =>
		(await desk.call('GET', '/transactions?status=completed')).body.data.total;
	await expect.poll(completed).toBe(6);
	expect(desk.simulator.seen.queries).toBe(6);
	await poller.close();
	await desk.close();
});
