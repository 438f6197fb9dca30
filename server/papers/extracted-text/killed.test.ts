import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { upload } from '../../platform/files/fixtures/form.ts';
import type { FileReader, Outcome } from '../../platform/files/reading/file-reader.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { hostile, paper } from './fixtures/papers.ts';
import { openPaperReader, readFiles } from './read-files.ts';

const dying = (outcome: () => Outcome): FileReader => ({
	read: async (_header, content) => {
		for await (const _ of content);
		return outcome();
	},
	close: async () => {},
});

onEveryEngine('an interrupted reading', (site) => {
	const see = async (url: string) => (await site().call('GET', url)).body.data.inside;
	const never = new AbortController().signal;

	it('is restarted by the next server', async () => {
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

	it.each([
		['died', 'It takes too much memory to read.'],
		['slow', 'It takes too long to read.'],
	] as const)('ends after two attempts that %s, with the reason', async (end, problem) => {
		const { url } = (await upload(site(), `${end}.pdf`, await paper([end]))).body;
		expect(
			await readFiles(
				site(),
				never,
				dying(() => ({ end })),
			),
		).toBe(1);
		expect(await see(url)).toMatchObject({ text: 'none', problem });
		expect(await readFiles(site())).toBe(0);
	});

	it('succeeds after one timeout', async () => {
		const { url } = (await upload(site(), 'once.pdf', await paper(['It is slow once']))).body;
		const real = openPaperReader();
		const outcomes = [dying(() => ({ end: 'slow' })).read];
		const reader: FileReader = {
			...real,
			read: (...file) => (outcomes.pop() ?? real.read)(...file),
		};
		expect(await readFiles(site(), never, reader)).toBe(1);
		expect(await see(url)).toMatchObject({ pages: 2, problem: null });
	});
});

it('continues with another process after the reader is killed', async () => {
	const reader = openPaperReader();
	const slow = (await hostile['millions of strokes']?.()) as Buffer;
	const killed = new AbortController();
	const first = reader.read(
		{ work: 'read', ext: 'pdf', size: slow.length },
		Readable.from([slow]),
		killed.signal,
	);
	setTimeout(() => killed.abort(), 300);
	expect(['died', 'read']).toContain((await first).end);
	const content = await paper();
	const next = await reader.read(
		{ work: 'read', ext: 'pdf', size: content.length },
		Readable.from([content]),
	);
	expect(next.end).toBe('read');
	await reader.close();
});
