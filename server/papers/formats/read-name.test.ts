import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NAMES, type Short } from './fixtures/names.ts';
import { readName } from './read-name.ts';

const inShort = (path: string): Short => {
	const { codes, year, series, title, kind, part, doubts } = readName(path);
	const all = {
		c: codes.length > 0 ? codes : null,
		y: year,
		s: series,
		t: title,
		k: kind,
		p: part,
		d: doubts.map(({ about, values, where }) => `${about} ${where}: ${values.join(' ')}`).join(),
	};
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as Short;
};

it.each(NAMES)('reads %s', (path, expected) => {
	expect(inShort(path)).toEqual(expected);
});

it('returns the source of each fact, the courses, and the facts of the folders', () => {
	const path = 'Electrical Engineering 2705/November 2021/303 Control Systems 2602-303.pdf';
	expect(readName(path)).toMatchObject({
		courseCodes: ['2602', '2705'],
		folders: ['Electrical Engineering'],
		from: { codes: 'name', title: 'name', year: 'folder', series: 'folder' },
	});
});

const anyPath = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 300 }),
	fc
		.array(
			fc.constantFrom(
				'2705',
				'-301',
				'/',
				'_',
				' ',
				'Nov',
				'march',
				'2019',
				'marking',
				'IT/CU/',
				'(1)',
				'ö',
				'.',
			),
			{ maxLength: 60 },
		)
		.map((parts) => parts.join('')),
);

it('never fails, and returns each fact of any path once', () => {
	fc.assert(
		fc.property(anyPath, (path) => {
			const { codes, title, year, series, doubts } = readName(path);
			expect(new Set(codes).size).toBe(codes.length);
			expect(title?.trim()).toBe(title ?? undefined);
			if (doubts.some(({ about }) => about === 'year')) expect(year).toBeNull();
			if (doubts.some(({ about }) => about === 'series')) expect(series).toBeNull();
		}),
		{ numRuns: 500 },
	);
});
