import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCatalogue } from './check.ts';
import { makeFolder, SOUND } from './fixtures/folder.ts';
import { kinds, shapeOf } from './read.ts';

const HEADER = 'key,name,order_num,category_id,price,description';

/** Returns the courses of a folder with only courses, its refused rows and its notes. */
const courses = async (contents: Record<string, unknown>) => {
	const { accepted, refused, notes } = await checkCatalogue(await makeFolder(contents));
	return {
		inputs: accepted.map(({ input }) => input),
		refused: refused.map(({ file, row, message }) => `${row ? `row ${row}` : file}: ${message}`),
		notes: notes.filter((note) => !note.startsWith('No row names')),
	};
};
const sheet = (...rows: string[]) => courses({ 'courses.csv': [HEADER, ...rows].join('\n') });

const one = { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' };

describe('a sheet', () => {
	it('can start with a byte order mark and have Windows line ends', async () => {
		const text = `\uFEFF${HEADER}\r\na,Plumbing,1,cat_artisan,,"Two\r\nlines"\r\n`;
		expect((await courses({ 'courses.csv': text })).inputs).toEqual([
			{ ...one, description: 'Two\nlines' },
		]);
	});

	it('can separate its cells by semicolons, with commas in them', async () => {
		const text = `${HEADER.replaceAll(',', ';')}\na;Pipes, taps; 1 ;cat_artisan;800;\n`;
		expect((await courses({ 'courses.csv': text })).inputs).toEqual([
			{ ...one, name: 'Pipes, taps', price: 800 },
		]);
	});

	it('converts numbers and no other text', async () => {
		const prices = [
			'800',
			'800.0',
			'1.5',
			'"2,500"',
			'1e3',
			'KSh 800',
			'-1',
			'99999999999999999999',
		];
		const { inputs, refused } = await sheet(
			...prices.map((price, at) => `k${at},Plumbing,1,cat_artisan,${price},`),
		);
		expect(inputs).toEqual([
			{ ...one, price: 800 },
			{ ...one, price: 800 },
		]);
		expect(refused).toEqual([
			'row 4: Price must be a whole number',
			'row 5: Price must be a whole number',
			'row 6: Price must be a whole number',
			'row 7: Price must be a whole number',
			'row 8: Price must be at least 0',
			'row 9: Price must be a whole number',
		]);
	});

	it('converts yes and no, true and false, 1 and 0 to switches, in any case', async () => {
		const words = ['TRUE', 'Yes', '1', 'false', 'NO', '0', '', 'on'];
		const { accepted, refused } = await checkCatalogue(
			await makeFolder({
				'courses.csv': SOUND['courses.csv'],
				'subjects.csv': `course,name,published\n${words.map((word) => `c,One,${word}`).join('\n')}`,
			}),
		);
		expect(accepted.slice(1).map(({ input }) => input.published)).toEqual([
			true,
			true,
			true,
			false,
			false,
			false,
			undefined,
		]);
		expect(refused.map(({ message }) => message)).toEqual(['Published must be true or false']);
	});

	it.each([
		['a comma in a name', 'a,Pipes, taps,1,cat_artisan,800,Text', /Invalid Record Length/],
		['a quotation mark that is not closed', 'a,"Plumbing,1,cat_artisan', /Quote Not Closed/],
		['text after a closing quotation mark', 'a,"2" pipe,1', /Closing Quote/],
	])('is refused with %s', async (_, row, reason) => {
		expect((await sheet(row)).refused).toEqual([expect.stringMatching(reason)]);
	});

	it('is refused in another encoding than UTF-8', async () => {
		const latin1 = Buffer.from(`${HEADER}\na,Caf\u00e9,1,cat_artisan,,\n`, 'latin1');
		expect((await courses({ 'courses.csv': latin1 })).refused).toEqual([
			expect.stringMatching(/^courses\.csv: The file cannot be read: .*utf-8/),
		]);
	});
});

describe('a folder', () => {
	it('is refused if it is missing or has no file of the format', async () => {
		const { refused: nowhere } = await checkCatalogue('/nowhere/at/all');
		expect(nowhere).toEqual([{ file: '/nowhere/at/all', message: 'There is no such folder' }]);
		const { refused, notes } = await courses({ 'Courses.csv': HEADER, 'exam-sets.csv': 'key' });
		expect(refused).toEqual([
			expect.stringMatching(/There is no \.csv of these: courses, subjects, /),
		]);
		expect(notes).toEqual([
			'Courses.csv is not a file of the format and was ignored.',
			'exam-sets.csv is not a file of the format and was ignored.',
		]);
	});
});

describe('the guide', () => {
	const guide = readFileSync(join(import.meta.dirname, '../../../docs/import.md'), 'utf8');

	it.each(kinds)('names every column of %s', (key) => {
		const { resource, columns, links } = shapeOf(key);
		const row = guide.split('\n').find((line) => line.startsWith(`| \`${resource.word}\` |`));
		const named = [...(row?.matchAll(/`(\w+)`/g) ?? [])].map(([, name]) => name);
		// Kinds without references need no key, and a link has one name.
		const expected = columns.filter((name) => name !== 'key' && !links.slice(1).includes(name));
		expect(named).toEqual(expect.arrayContaining(expected));
	});
});
