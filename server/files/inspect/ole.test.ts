import { describe, expect, it } from 'vitest';
import { doc, ppt } from '../fixtures/documents.ts';
import { type OleEntry, type OleOptions, oleOf } from '../fixtures/ole.ts';
import { type Made, noise, relativeCost, verdict } from '../fixtures/verdict.ts';

const NOT_WORD = '415 This file says it is a Word document but is not one.';
const MACROS = '422 This file contains macros. Please save it without them and upload it again.';
const LOCKED =
	'422 This file is locked with a password. Please remove it and upload the file again.';

const patched = (bytes: Buffer, at: number, value: number) => {
	bytes.writeUInt32LE(value, at);
	return bytes;
};

/** How a presentation says whether it has macros. */
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
		['of 48 MB in large sectors', () => doc({ shift: 12, filler: 12_000 })],
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
		[
			'that only has a Word document within',
			() => oleOf([{ name: 'Workbook' }, { name: 'MBD0001', children: [word] }]),
		],
		['cut short', () => doc({ filler: 20 }).subarray(0, 2_000)],
		['that runs in a circle', () => doc({ circular: true })],
		['with sectors of 2^30 bytes', () => patched(doc(), 30, 30)],
		['whose lists run in a circle', () => patched(patched(doc(), 68, 0), 512 + 508, 0)],
		['whose directory is nowhere', () => patched(doc(), 48, 0x00ffffff)],
		['with noise behind its header', () => Buffer.concat([doc().subarray(0, 512), noise(20_000)])],
	])('%s is none', async (_, make) => expect(await verdict('doc', make)).toBe(NOT_WORD));

	it('with macros is refused', async () =>
		expect(await verdict('doc', () => oleOf([word, macros]))).toBe(MACROS));

	it('with macros in a document within is refused', async () =>
		expect(
			await verdict('doc', () => oleOf([word, { name: 'ObjectPool', children: [word, macros] }])),
		).toBe(MACROS));

	it('with an object of another program is refused', async () => {
		const object = { name: '_1234', children: [{ name: '\u0003ObjInfo' }] };
		const file = oleOf([word, { name: 'ObjectPool', children: [object] }]);
		expect(await verdict('doc', () => file)).toContain('422 This file has another file');
	});

	it.each(['latin1', 'utf16le'] as const)(
		'with a field of DDE in %s is refused',
		async (coding) => {
			const content = Buffer.from('\u0013 DDEAUTO cmd', coding);
			const file = doc({ filler: 10, content });
			expect(await verdict('doc', () => file)).toContain('that starts a program');
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

	// A list of objects with one that is embedded, linked or a control, as PowerPoint writes it ([MS-PPT] 2.10).
	const object = (type: number) =>
		Buffer.concat([
			Buffer.from('0f000904400000000000 0a040400000001000000'.replace(' ', ''), 'hex'),
			Buffer.from('0f00cc0f2c0000000000cd0f080000000000000000010000', 'hex'),
			Buffer.from('0100c30f1800000001000000', 'hex'),
			Buffer.from([type, 0, 0, 0]),
			Buffer.from('01000000000000000400000000000000', 'hex'),
		]);
	it.each<[string, number, OleOptions & { at?: number }]>([
		['an object', 0, {}],
		['a linked object', 1, {}],
		['a control', 2, {}],
		['an object across two reads', 0, { at: 64 * 1024 - 48 }],
		['an object in sectors that do not stand in their order', 0, { at: 500, reversed: true }],
		['an object in large sectors', 0, { shift: 12 }],
	])('that is a presentation with %s is refused', async (_, type, { at = 100, ...options }) => {
		const content = Buffer.concat([Buffer.alloc(at), object(type)]);
		const file = () => ppt({ filler: 200, content, ...options });
		expect(await verdict('ppt', file)).toContain('422 This file has another file or a control');
	});

	it('that is a short presentation with an object is refused', async () => {
		// Sector 0 says how the pieces of 64 bytes follow one another, here from the last to the first.
		const pieces = Buffer.alloc(8 * 512);
		for (let at = 1; at < 50; at++) pieces.writeUInt32LE(at - 1, at * 4);
		const content = Buffer.concat([Buffer.alloc(20), object(0)], 50 * 64);
		for (let at = 0; at < 50; at++)
			content.copy(pieces, 512 + at * 64, (49 - at) * 64, (50 - at) * 64);
		const file = ppt({ content: pieces });
		const directory = 9 * 512;
		for (const [at, value] of [
			[60, 0],
			[64, 1],
			[directory + 116, 1],
			[directory + 120, 7 * 512],
			[directory + 128 + 116, 49],
			[directory + 128 + 120, 50 * 64],
		] as const)
			patched(file, at, value);
		expect(await verdict('ppt', () => file)).toContain('422 This file has another file');
		expect(await verdict('ppt', () => patched(file, 512 + 49 * 4, 0xffff))).toContain('is not one');
	});

	it('that is a presentation with a password is refused', async () => {
		const names = ['PowerPoint Document', 'EncryptedSummary'];
		const file = () =>
			oleOf(
				names.map((name) => ({ name })),
				{ filler: 8 },
			);
		expect(await verdict('ppt', file)).toBe(LOCKED);
	});

	it('is looked through in no time, whatever it is', async () => {
		expect(await relativeCost('ppt', ppt({ filler: 100_000 }))).toBeLessThan(30);
		expect(await relativeCost('ppt', ppt({ filler: 100_000, reversed: true }))).toBeLessThan(60);
		expect(await relativeCost('doc', doc({ circular: true, filler: 100_000 }))).toBeLessThan(30);
	});
});
