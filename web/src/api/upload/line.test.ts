import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api-error.ts';
import { overBrokenLine } from './line.ts';

const lost = () => new ApiError({ kind: 'lost' });
let online = true;

describe('over a broken line', () => {
	let ending: AbortController;
	let waiting: EventTarget;
	let waits: boolean[];
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
		const done = overBrokenLine(
			async (progress) => {
				if (progressed) progress();
				const failure = failures[tried++];
				if (failure) throw failure;
				return 'there';
			},
			{ signal: ending.signal, waiting, onWait: (offline) => waits.push(offline) },
		);
		done.catch(() => {});
		return { done, tried: () => tried };
	};

	it('it is tried again after longer and longer waits, and given up after some minutes', async () => {
		const { done, tried } = run(Array(20).fill(lost()));
		await vi.advanceTimersByTimeAsync(600);
		expect(tried()).toBe(1);
		await vi.advanceTimersByTimeAsync(700);
		expect(tried()).toBe(2);
		await vi.advanceTimersByTimeAsync(240_000);
		await expect(done).rejects.toMatchObject({ kind: 'lost' });
		expect(tried()).toBe(9);
	});

	it('it is not given up while something arrives', async () => {
		const { done } = run(Array(20).fill(lost()), true);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(await done).toBe('there');
	});

	it('it waits without a network as long as it takes, and goes on at once', async () => {
		online = false;
		const { done, tried } = run([lost()]);
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect({ tried: tried(), waits }).toEqual({ tried: 1, waits: [true] });
		dispatchEvent(new Event('online'));
		expect(await done).toBe('there');
	});

	it('it is tried when the person says so, and ended when they do', async () => {
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

	it.each([
		new ApiError({ kind: 'refused', status: 415 }),
		new ApiError({ kind: 'broken', status: 507 }),
		new TypeError('a fault of ours'),
	])('what no line is to blame for fails at once: %s', async (failure) => {
		await expect(run([failure]).done).rejects.toBe(failure);
		expect(waits).toEqual([]);
	});
});
