import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paced } from './paced.ts';

async function* sender(chunks: number, everyMs: number) {
	for (let sent = 0; sent < chunks; sent++) {
		await wait(everyMs);
		yield Buffer.alloc(100);
	}
}

const received = async (
	source: AsyncIterator<Buffer>,
	pace: { graceMs: number; bytesPerSecond: number },
) => {
	let bytes = 0;
	for await (const chunk of paced(source, pace)) bytes += chunk.length;
	return bytes;
};

it('passes on what comes fast enough, however long it takes', async () => {
	expect(await received(sender(30, 5), { graceMs: 2_000, bytesPerSecond: 1000 })).toBe(3000);
});

it('is patient at the beginning', async () => {
	expect(await received(sender(1, 100), { graceMs: 5_000, bytesPerSecond: 1e9 })).toBe(100);
});

it('gives up on a sender that falls behind', async () => {
	const late = received(sender(1000, 50), { graceMs: 20, bytesPerSecond: 10_000 });
	await expect(late).rejects.toMatchObject({ code: 'timeout', status: 408 });
});

it('gives up on a sender that falls silent', async () => {
	async function* silent() {
		yield Buffer.alloc(1);
		await new Promise(() => {});
	}
	await expect(received(silent(), { graceMs: 50, bytesPerSecond: 1000 })).rejects.toMatchObject({
		code: 'timeout',
	});
});

it('fails as its source does', async () => {
	async function* failing() {
		yield Buffer.alloc(1);
		throw new Error('cut off');
	}
	await expect(received(failing(), { graceMs: 50, bytesPerSecond: 1 })).rejects.toThrow('cut off');
});
