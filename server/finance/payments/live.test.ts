import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveState } from '#shared/contract/finance/transactions.ts';
import type { Behaviour } from '../../../tools/daraja-simulator/behaviour.ts';
import { engines } from '../../testing/app.ts';
import { type Desk, openDesk } from './fixtures/desk.ts';

/** Reads the events of a stream as they arrive. */
const listen = async (desk: Desk, ids: string, headers = desk.headers) => {
	const stop = new AbortController();
	const url = `${desk.address}/api/transactions/${ids}/events`;
	const answer = await fetch(url, { headers, signal: stop.signal });
	async function* read() {
		let text = '';
		for await (const chunk of answer.body ?? []) {
			text += Buffer.from(chunk).toString();
			for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
				const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, at)) ?? [];
				text = text.slice(at + 2);
				if (name) yield { name, data: JSON.parse(data ?? '') as LiveState };
			}
		}
	}
	const events = read();
	const next = async () => (await events.next()).value;
	return { answer, next, stop: () => stop.abort() };
};

describe.each(engines)('a prompt that is followed (%s)', (engine) => {
	let desk: Desk;
	beforeAll(async () => {
		desk = await openDesk(engine);
	});
	afterAll(() => desk.close());

	const waiting = async (how: Behaviour = {}) => {
		const { id, checkout_request_id } = (await desk.pay({ payerMs: 'never', ...how })).body.data;
		return { id: id as string, decide: () => desk.simulator.decide(checkout_request_id) };
	};

	it('streams ringing, the result, and the end', async () => {
		const { id, decide } = await waiting();
		const { answer, next } = await listen(desk, id);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
		expect(answer.headers.get('x-accel-buffering')).toBe('no');
		expect(await next()).toEqual({
			name: 'state',
			data: { id, status: 'pending', words: 'Ringing' },
		});
		await decide();
		const { mpesa_receipt_number: receipt } = await desk.until(
			id,
			(one) => one.status !== 'pending',
		);
		expect(await next()).toEqual({
			name: 'state',
			data: { id, status: 'completed', words: `Paid, ${receipt}` },
		});
		expect(await next()).toMatchObject({ name: 'end' });
		expect(await next()).toBeUndefined();
	});

	it('streams the results of several prompts, and ends when all are decided', async () => {
		const [one, other] = [await waiting({ result: 1032 }), await waiting()];
		const { next } = await listen(desk, `${one.id},${other.id}`);
		expect([(await next())?.data.words, (await next())?.data.words]).toEqual([
			'Ringing',
			'Ringing',
		]);
		await one.decide();
		expect(await next()).toMatchObject({
			data: { id: one.id, status: 'failed', words: 'Cancelled by the payer' },
		});
		await other.decide();
		expect(await next()).toMatchObject({ data: { id: other.id, status: 'completed' } });
		expect(await next()).toMatchObject({ name: 'end' });
	});

	it('rejects unknown payments and people without the permission', async () => {
		const { id } = await waiting();
		const viewer = await desk.as('viewer');
		expect((await listen(desk, id, viewer.headers)).answer.status).toBe(403);
		expect((await listen(desk, id, {})).answer.status).toBe(401);
		const unknown = '01900000-0000-7000-8000-000000000000';
		for (const ids of [unknown, `${id},${unknown}`, 'x', Array(11).fill(id).join(',').concat(',x')])
			expect((await listen(desk, ids)).answer.status, ids).toBe(404);
	});

	it('ends with the session of the listener', async () => {
		const { id } = await waiting();
		const finance = await desk.as('finance');
		const { next } = await listen(desk, id, finance.headers);
		expect(await next()).toMatchObject({ name: 'state' });
		await desk.call('DELETE', `/people/${finance.id}/sessions`);
		expect(await next()).toMatchObject({ name: 'end' });
	});

	it('frees the stream of a client that disconnects early', async () => {
		const { id } = await waiting();
		const { headers } = await desk.as('finance');
		const { hostname, port } = new URL(desk.address);
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
		for (let n = 0; n < 8; n++) {
			const socket = connect(Number(port), hostname);
			socket.write(
				`GET /api/transactions/${id}/events HTTP/1.1\r\nhost: ${hostname}\r\n${lines.join('')}\r\n`,
				() => socket.destroy(),
			);
			await once(socket, 'close');
		}
		const four = async () => {
			const streams = await Promise.all([1, 2, 3, 4].map(() => listen(desk, id, headers)));
			for (const stream of streams) stream.stop();
			return streams.map(({ answer }) => answer.status);
		};
		await expect.poll(four).toEqual([200, 200, 200, 200]);
	});

	it('allows four streams per person, and another when one is closed', async () => {
		const { id } = await waiting();
		const { headers } = await desk.as('finance');
		const streams = await Promise.all([1, 2, 3, 4].map(() => listen(desk, id, headers)));
		expect(streams.map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200]);
		expect((await listen(desk, id, headers)).answer.status).toBe(429);
		streams[0]?.stop();
		await expect.poll(async () => (await listen(desk, id, headers)).answer.status).toBe(200);
		for (const stream of streams) stream.stop();
	});
});

it('does not delay the shutdown of the server', async () => {
	const desk = await openDesk('sqlite');
	const { id } = (await desk.pay({ payerMs: 'never' })).body.data;
	const { next } = await listen(desk, id);
	expect(await next()).toMatchObject({ name: 'state' });
	const closed = desk.close().then(() => 'closed');
	expect(await next()).toMatchObject({ name: 'end' });
	expect(await closed).toBe('closed');
});
