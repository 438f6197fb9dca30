import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCatalogue } from './check.ts';
import { makeFolder, SOUND } from './fixtures/folder.ts';
import { describeShape, kinds } from './read.ts';

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
		['a line break before the header', `\n${HEADER}\na,Plumbing,1,cat_artisan,800,\n`],
		[
			'a line that names the separator',
			`sep=;\n${HEADER}\na,Plumbing,1,cat_artisan,800,\n`.replaceAll(',', ';'),
		],
		['tabs between the cells', `${HEADER}\na,Plumbing,1,cat_artisan,800,\n`.replaceAll(',', '\t')],
		['column names in capitals', `${HEADER.toUpperCase()}\na,Plumbing,1,cat_artisan,800,\n`],
		['an empty column at its end', `${HEADER},\na,Plumbing,1,cat_artisan,800,,\n`],
	])('can have %s', async (_, text) => {
		const { inputs, refused } = await courses({ 'courses.csv': text });
		expect(refused).toEqual([]);
		expect(inputs).toEqual([{ ...one, price: 800 }]);
	});

	const CELLS = 'Put a text that contains the separator in quotation marks';
	it.each([
		[
			'a comma in a name',
			'a,Pipes, taps,1,cat_artisan,800,Text',
			`row 2: The row has 7 cells, and the header 6. ${CELLS}`,
		],
		[
			'a missing cell',
			'\na,Plumbing,1,cat_artisan,800',
			`row 3: The row has 5 cells, and the header 6. ${CELLS}`,
		],
		[
			'a quotation mark that is not closed',
			'a,"Plumbing,1,cat_artisan',
			'courses.csv: A quotation mark opens a text and none closes it (row 2)',
		],
		[
			'text after a closing quotation mark',
			'a,"2" pipe,1',
			'courses.csv: Text follows a closing quotation mark (row 2)',
		],
		[
			'a quotation mark inside a text',
			'a,2" pipe,1',
			'courses.csv: A quotation mark stands inside a text that does not start with one (row 2)',
		],
	])('is refused with %s', async (_, row, reason) => {
		expect((await sheet(row)).refused).toEqual([reason]);
	});

	it('is refused with columns that are unknown, without a name, or there twice', async () => {
		const refusals = async (header: string, row: string) =>
			(await courses({ 'courses.csv': `${header}\n${row}\n` })).refused;
		expect(await refusals(`${HEADER},isPublished,Name`, 'a,Plumbing,1,cat_artisan,,,no,B')).toEqual(
			[
				'row 1: Unknown column “isPublished”. This file accepts: key, name, description, duration, price, order_num, category_id, external_id',
				'row 1: The column “Name” is there twice',
			],
		);
		expect(await refusals(`${HEADER},`, 'a,Plumbing,1,cat_artisan,,,no')).toEqual([
			'row 2: Column 7 has no name',
		]);
	});

	it.each([
		[
			'in another encoding than UTF-8',
			Buffer.from(`${HEADER}\na,Caf\u00e9,1,cat_artisan,,\n`, 'latin1'),
			'The text is not UTF-8. Save the file as “CSV UTF-8”',
		],
		[
			'that is an Excel file',
			Buffer.from('PK\x03\x04...'),
			'This is an Excel file. Save it as “CSV UTF-8”',
		],
	])('is refused %s', async (_, bytes, reason) => {
		expect((await courses({ 'courses.csv': bytes })).refused).toEqual([`courses.csv: ${reason}`]);
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
		const { resource, columns, links } = describeShape(key);
		const row = guide.split('\n').find((line) => line.startsWith(`| \`${resource.slug}\` |`));
		const named = [...(row?.matchAll(/`(\w+)`/g) ?? [])].map(([, name]) => name);
		// Kinds without references need no key, and a link has one name.
		const expected = columns.filter((name) => name !== 'key' && !links.slice(1).includes(name));
		expect(named).toEqual(expect.arrayContaining(expected));
	});
});
