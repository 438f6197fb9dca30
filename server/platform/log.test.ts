import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limitErrors } from './log.ts';

describe('the limit of repeated errors', () => {
	it('writes the first at once, then one a second with their number', async () => {
		const lines: unknown[] = [];
		const log = (level: number, about: object) =>
			limitErrors.call({}, [about, 'Payments'], (...parts) => lines.push(parts[0]), level);
		for (let i = 0; i < 1_000; i++) log(50, { err: new Error('gone'), i });
		log(50, { err: new Error('other') });
		for (let i = 0; i < 3; i++) log(30, { i });
		expect(lines).toHaveLength(5);
		await expect.poll(() => lines[5]).toMatchObject({ i: 999, repeated: 999 });
		await wait(1_100);
		expect(lines).toHaveLength(6);
	});
});
