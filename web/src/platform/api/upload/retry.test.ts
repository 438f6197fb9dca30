import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api-error.ts';
import { retry } from './retry.ts';

const lost = () => new ApiError({ kind: 'lost' });
let online = true;

describe('retry', () => {
	let ending: AbortController;
	let waiting: EventTarget;
	let waits: string[];
	beforeEach(() => {
		vi.useFakeTimers();
		vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
		online = true;
		ending = new AbortController();
		waiting = new EventTarget();
		waits = [];
	});
	afterEach(() => vi.useRealTimers());

	/** Tries what fails with these one after the other, and then succeeds. */
	const run = (failures: Error[], progressed = false) => {
		let tried = 0;
		const done = retry(
			async (progress) => {
				if (progressed) progress();
				const failure = failures[tried++];
				if (failure) throw failure;
				return 'there';
			},
			{ signal: ending.signal, now: waiting, onWait: (cause) => waits.push(cause) },
		);
		done.catch(() => {});
		return { done, tried: () => tried };
	};

	it('repeats after growing waits and fails after some minutes', async () => {
		const { done, tried } = run(Array(20).fill(lost()));
		await vi.advanceTimersByTimeAsync(600);
		expect(tried()).toBe(1);
		await vi.advanceTimersByTimeAsync(700);
		expect(tried()).toBe(2);
		await vi.advanceTimersByTimeAsync(240_000);
		await expect(done).rejects.toMatchObject({ kind: 'lost' });
		expect(tried()).toBe(9);
	});

	it('does not fail while there is progress', async () => {
		const { done } = run(Array(20).fill(lost()), true);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(await done).toBe('there');
	});

	it('waits for the network as long as it takes, then repeats at once', async () => {
		online = false;
		const { done, tried } = run([lost()]);
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect({ tried: tried(), waits }).toEqual({ tried: 1, waits: ['offline'] });
		dispatchEvent(new Event('online'));
		expect(await done).toBe('there');
	});

	it('repeats at once on `now` and ends with its signal', async () => {
		const first = run([lost()]);
		await vi.advanceTimersByTimeAsync(10);
		waiting.dispatchEvent(new Event('now'));
		expect(await first.done).toBe('there');
		const second = run([lost()]);
		await vi.advanceTimersByTimeAsync(10);
		ending.abort(new Error('enough'));
		await expect(second.done).rejects.toThrow('enough');
		expect(second.tried()).toBe(1);
	});

	it('reports a server failure for status 500', async () => {
		const { done } = run([new ApiError({ kind: 'broken', status: 500 })]);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(await done).toBe('there');
		expect(waits).toEqual(['server']);
	});

	it.each([404, 408, 409, 429])('repeats after status %s', async (status) => {
		const { done } = run([new ApiError({ kind: 'refused', status })]);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(await done).toBe('there');
	});

	it.each([
		new ApiError({ kind: 'refused', status: 415 }),
		new ApiError({ kind: 'broken', status: 507 }),
		new TypeError('a fault of ours'),
	])('does not repeat after %s', async (failure) => {
		await expect(run([failure]).done).rejects.toBe(failure);
		expect(waits).toEqual([]);
	});
});
