import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { upload } from '../../files/fixtures/form.ts';
import { onEveryEngine } from '../../test-app.ts';
import { hostile, paper } from './fixtures/papers.ts';
import { readFiles } from './read-files.ts';
import { type Outcome, openReader, type Reader } from './reader.ts';

const dying = (outcome: () => Outcome): Reader => ({
	read: async (_header, content) => {
		for await (const _ of content);
		return outcome();
	},
	close: async () => {},
});

onEveryEngine('a reading that is cut off', (site) => {
	const see = async (url: string) => (await site().call('GET', url)).body.data.inside;
	const never = new AbortController().signal;

	it('is begun again by the next server', async () => {
		const { url } = (await upload(site(), 'cut.pdf', await paper(['Cut off']))).body;
		const stopping = new AbortController();
		const cut = readFiles(site(), stopping.signal, {
			...dying(() => {
				stopping.abort();
				return { end: 'died' };
			}),
		});
		expect(await cut).toBe(1);
		expect(await see(url)).toBeNull();
		expect(await readFiles(site())).toBe(1);
		expect(await see(url)).toMatchObject({ pages: 2, problem: null });
	});

	it('is given up after three, and says why', async () => {
		const { url } = (await upload(site(), 'dies.pdf', await paper(['It dies']))).body;
		expect(
			await readFiles(
				site(),
				never,
				dying(() => ({ end: 'died' })),
			),
		).toBe(3);
		expect(await see(url)).toMatchObject({
			text: 'none',
			problem: expect.stringContaining('memory'),
		});
		expect(await readFiles(site())).toBe(0);
	});

	it('is given up after three where each took too long', async () => {
		const { url } = (await upload(site(), 'slow.pdf', await paper(['It is slow']))).body;
		expect(
			await readFiles(
				site(),
				never,
				dying(() => ({ end: 'slow' })),
			),
		).toBe(3);
		expect(await see(url)).toMatchObject({ problem: 'It takes too long to read.' });
		expect(await readFiles(site())).toBe(0);
	});

	it('is done where the machine was too slow only once', async () => {
		const { url } = (await upload(site(), 'once.pdf', await paper(['It is slow once']))).body;
		const real = openReader();
		const ways = [dying(() => ({ end: 'slow' })).read];
		const reader: Reader = { ...real, read: (...file) => (ways.pop() ?? real.read)(...file) };
		expect(await readFiles(site(), never, reader)).toBe(2);
		expect(await see(url)).toMatchObject({ pages: 2, problem: null });
	});
});

it('goes on with another process where the one that reads is killed', async () => {
	const reader = openReader();
	const slow = (await hostile['millions of strokes']?.()) as Buffer;
	const killed = new AbortController();
	const first = reader.read(
		{ ext: 'pdf', size: slow.length },
		Readable.from([slow]),
		killed.signal,
	);
	setTimeout(() => killed.abort(), 300);
	expect(['died', 'read']).toContain((await first).end);
	const content = await paper();
	const next = await reader.read({ ext: 'pdf', size: content.length }, Readable.from([content]));
	expect(next.end).toBe('read');
	await reader.close();
});
