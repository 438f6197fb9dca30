import { expect, it } from 'vitest';
import type { ScannedLine } from '#shared/contract/content/insides.ts';
import { repairCodes } from './codes.ts';
import { readScannedCover } from './read-scanned-cover.ts';

it.each([
	['27057301', '2705/301'],
	['2705l301 and 2601/303', '2705/301 and 2601/303'],
	['27O5/3O1', '2705/301'],
	['Code 2705J302,', 'Code 2705/302,'],
])('corrects the misread code %s', (text, repaired) => {
	expect(repairCodes(text)).toBe(repaired);
});

it.each([
	...[
		'2705/301',
		'0712345678',
		'27057901',
		'20237301',
		'47057301',
		'Bottles/Tools',
		'Phone 27057301234',
	],
])('leaves %s as it is', (text) => {
	expect(repairCodes(text)).toBe(text);
});

const lines = (...texts: [confidence: number, text: string][]): ScannedLine[] =>
	texts.map(([confidence, text], n) => [0, 100 * n, 1_000, 80, confidence, text]);

it('has the lowest confidence of the lines that state the facts', () => {
	const cover = lines(
		[96, '2705/301'],
		[91, 'PLUMBING THEORY'],
		[84, 'July 2023'],
		[21, 'smudges of a stamp'],
		[95, 'INSTRUCTIONS TO CANDIDATES'],
	);
	expect(readScannedCover(cover)).toMatchObject({
		codes: ['2705/301'],
		title: 'Plumbing Theory',
		year: 2023,
		series: 'july',
		confidence: 84,
		repaired: false,
	});
});

it('says that a code was corrected, and has no confidence without facts', () => {
	expect(readScannedCover(lines([93, '27057301'], [95, 'July 2023']))).toMatchObject({
		codes: ['2705/301'],
		repaired: true,
	});
	expect(readScannedCover(lines([93, '12']))).toMatchObject({ codes: [], confidence: 0 });
});
