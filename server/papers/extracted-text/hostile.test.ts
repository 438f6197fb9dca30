import { Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { harmless } from '../../platform/files/fixtures/encrypted-pdfs.ts';
import { hostile, paper } from './fixtures/papers.ts';
import { openPaperReader } from './read-files.ts';

/**
 * CPU time, less than the 30 seconds of the product, because two of the files take all the time that they get, and
 * enough for a sound paper on a machine five times slower than a developer's.
 */
const READING_MS = 8_000;
const reader = openPaperReader({ readingMs: READING_MS });
afterAll(() => reader.close());

const read = (content: Buffer) =>
	reader.read({ work: 'read', ext: 'pdf', size: content.length }, Readable.from([content]));

it.each([
	'a stream that unpacks to a gigabyte',
	'ten thousand pages',
	...(AT_LENGTH ? ['its first half'] : []),
])('%s ends in time, and the next file is read', async (name) => {
	const content = await (hostile[name] as () => Buffer | Promise<Buffer>)();
	const outcome = await read(content);
	expect(['read', 'refused', 'slow', 'died']).toContain(outcome.end);
	const next = await paper();
	// A machine under load may be too slow for any file; the product tries again too.
	await expect
		.poll(() => read(next))
		.toMatchObject({
			end: 'read',
			file: { pages: 2, text: 'text', facts: { codes: ['2521/303', '2602/303'] } },
		});
});

it('distinguishes a PDF with a password from a damaged one', async () => {
	const [locked] = Object.values(harmless);
	// A PDF with only an owner's password is readable by everyone.
	await expect
		.poll(() => read(Buffer.from(locked as string, 'base64')))
		.toMatchObject({ end: 'read' });
	expect(await read(Buffer.from('%PDF-1.7\nnothing'))).toEqual({
		end: 'refused',
		why: 'It is damaged, or is no PDF.',
	});
});

it('denies the reader process other files, writes and child processes', async () => {
	const { execFileSync } = await import('node:child_process');
	const { NEEDED_PATHS } = await import('../../platform/files/reading/parts.ts');
	const tries = `
		const { readFileSync, writeFileSync } = require('node:fs');
		const may = (work) => { try { work(); return true; } catch (error) { return error.code === 'ERR_ACCESS_DENIED' ? false : error.message; } };
		console.log(JSON.stringify([
			may(() => readFileSync('/etc/hostname')), may(() => writeFileSync('/tmp/x', '')),
			may(() => require('node:child_process').execSync('true')),
		]));`;
	const flags = ['--permission', ...NEEDED_PATHS.map((path) => `--allow-fs-read=${path}`)];
	const output = execFileSync(process.execPath, [...flags, '-e', tries], {
		encoding: 'utf8',
		env: {},
	});
	expect(JSON.parse(output)).toEqual([false, false, false]);
});
