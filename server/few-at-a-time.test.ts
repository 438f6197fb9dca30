import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fewAtATime } from './few-at-a-time.ts';

describe('many', () => {
	const numbers = Array.from({ length: 100 }, (_, n) => n);

	it('are each done once, several of them at once', async () => {
		const done: number[] = [];
		let [running, most] = [0, 0];
		await fewAtATime(numbers, async (n) => {
			most = Math.max(most, ++running);
			await wait(1);
			running--;
			done.push(n);
		});
		expect(done.sort((a, b) => a - b)).toEqual(numbers);
		expect(most).toBe(8);
	});

	it('end with the first that fails, and nothing goes on after it', async () => {
		let [begun, ended] = [0, 0];
		const failing = fewAtATime(numbers, async (n) => {
			begun++;
			if (n === 10) throw new Error('EIO');
			await wait(5);
			ended++;
		});
		await expect(failing).rejects.toThrow('EIO');
		expect(ended).toBe(begun - 1);
		expect(begun).toBeLessThan(30);
	});
});
