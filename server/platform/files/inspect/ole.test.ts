import { describe, expect, it } from 'vitest';
import { AT_LENGTH } from '../../../../tests/faults/length.ts';
import { doc, ppt } from '../fixtures/documents.ts';
import { type OleEntry, oleOf } from '../fixtures/ole.ts';
import { type Made, noise, relativeCost, verdict } from '../fixtures/verdict.ts';

const NOT_WORD =
	'415 This file is damaged, or is not a Word document (.doc). Open it, save it again and upload that.';
const MACROS = '422 This file contains macros. Please save it without them and upload it again.';
const LOCKED =
	'422 This file is locked with a password. Please remove it and upload the file again.';

const patched = (bytes: Buffer, at: number, value: number) => {
	bytes.writeUInt32LE(value, at);
	return bytes;
};

/** Returns the record with which a presentation declares its macros. */
const vbaInfo = (hasMacros: 0 | 1) => {
	const record = Buffer.from('1f00ff0314000000020000040c000000010000000000000002000000', 'hex');
	return patched(record, 20, hasMacros);
};

const macros: OleEntry = {
	name: 'Macros',
	children: [{ name: 'VBA', children: [{ name: 'dir' }] }],
};
const word: OleEntry = { name: 'WordDocument' };

describe('an old Office file', () => {
	it.each<[string, Made]>([
		['with large sectors', () => doc({ shift: 12 })],
		['of 15 MB', () => doc({ filler: 30_000 })],
		['of 12 MB in large sectors', () => doc({ shift: 12, filler: 3_000 })],
		['whose last sector is not filled', () => doc({ unfilled: true })],
		[
			'with hundreds of objects',
			() =>
				oleOf([
					word,
					{
						name: 'ObjectPool',
						children: Array.from({ length: 500 }, (_, at) => ({
							name: `_${at}`,
							children: [{ name: 'CompObj' }],
						})),
					},
				]),
		],
	])('%s is fine', async (_, make) => expect(await verdict('doc', make)).toBe('fine'));

	it('that says it has no macros is fine', async () =>
		expect(await verdict('ppt', () => ppt({ content: vbaInfo(0) }))).toBe('fine'));

	it.each<[string, Made]>([
		['cut short', () => doc({ filler: 20 }).subarray(0, 2_000)],
		['that runs in a circle', () => doc({ circular: true })],
		['with sectors of 2^30 bytes', () => patched(doc(), 30, 30)],
		['whose lists run in a circle', () => patched(patched(doc(), 68, 0), 512 + 508, 0)],
		['whose directory is nowhere', () => patched(doc(), 48, 0x00ffffff)],
		['with noise behind its header', () => Buffer.concat([doc().subarray(0, 512), noise(20_000)])],
	])('%s is none', async (_, make) => expect(await verdict('doc', make)).toBe(NOT_WORD));

	it('that has a Word document only within a workbook is named', async () => {
		const file = oleOf([{ name: 'Workbook' }, { name: 'MBD0001', children: [word] }]);
		expect(await verdict('doc', () => file)).toBe(
			'415 This is an old Excel workbook (.xls), not a .doc file. Open it, save it as PDF and upload that.',
		);
	});

	it('with macros is refused', async () =>
		expect(await verdict('doc', () => oleOf([word, macros]))).toBe(MACROS));

	it('with macros in a document within is refused', async () =>
		expect(
			await verdict('doc', () => oleOf([word, { name: 'ObjectPool', children: [word, macros] }])),
		).toBe(MACROS));

	it.each(['latin1', 'utf16le'] as const)(
		'with a field of DDE in %s is refused',
		async (coding) => {
			const content = Buffer.from('\u0013 DDEAUTO cmd', coding);
			expect(await verdict('doc', () => doc({ filler: 10, content }))).toContain(
				'that starts a program',
			);
		},
	);

	it('with a password is refused', async () =>
		expect(await verdict('doc', () => oleOf([word, { name: 'EncryptedPackage' }]))).toBe(LOCKED));

	it.each([0, 512, 64 * 1024 - 512 - 7])(
		'that is a presentation with macros is refused (%i)',
		async (at) => {
			const content = Buffer.concat([Buffer.alloc(at), vbaInfo(1)]);
			expect(await verdict('ppt', () => ppt({ filler: 600, content }))).toBe(MACROS);
		},
	);

	it('that is a presentation with a password is refused', async () => {
		const names = ['PowerPoint Document', 'EncryptedSummary'];
		const file = () =>
			oleOf(
				names.map((name) => ({ name })),
				{ filler: 8 },
			);
		expect(await verdict('ppt', file)).toBe(LOCKED);
	});

	it.runIf(AT_LENGTH)('is looked through in no time, whatever it is', async () => {
		expect(await relativeCost('ppt', ppt({ filler: 100_000 }))).toBeLessThan(30);
		expect(await relativeCost('ppt', ppt({ filler: 100_000, reversed: true }))).toBeLessThan(60);
		expect(await relativeCost('doc', doc({ circular: true, filler: 100_000 }))).toBeLessThan(30);
	});
});
