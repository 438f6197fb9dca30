import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openReader } from './reader.ts';

interface Header {
	where: 'heap' | 'buffers';
	size: number;
}

const reader = openReader<Header, { kept: number }, { end: 'kept'; kept: number }>({
	program: join(import.meta.dirname, '../fixtures/hungry-process.ts'),
	collect: async (lines) => {
		for await (const { kept } of lines) return { end: 'kept', kept };
		return undefined;
	},
	heapMb: 200,
	memoryMb: 400,
});
afterAll(() => reader.close());

const read = (where: Header['where'], size: number) =>
	reader.read({ where, size }, [Buffer.alloc(size)]);

it.each([
	['heap', 300],
	['buffers', 600],
] as const)(
	'ends a process whose %s grow beyond the limit, and starts another',
	async (where, size) => {
		expect(await read(where, size)).toEqual({ end: 'died' });
		expect(await read(where, 50)).toEqual({ end: 'kept', kept: 50 });
	},
);
