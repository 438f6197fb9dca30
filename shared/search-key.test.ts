import { describe, expect, it } from 'vitest';
import { foldText, hasAllWords, searchDocument, splitWords } from './search-key.ts';

describe('foldText', () => {
	it.each([
		['École Supérieure', 'ecole superieure'],
		['Ohm’s Law', 'ohms law'],
		["Ohm's Law", 'ohms law'],
		['Ohm´s Law', 'ohms law'],
		['Mid\u00adterm\u200b paper', 'midterm paper'],
		['2521–301 — July', '2521-301 - july'],
		['2521∕301', '2521/301'],
		['  two \t\n lines\u00a0here ', 'two lines here'],
		['ＡＢＣ', 'abc'],
	])('folds %j to %j', (text, folded) => {
		expect(foldText(text)).toBe(folded);
	});
});

it('splits a text into words at everything else', () => {
	expect(splitWords('Paper 1 (2521/301): Welding & Fabrication')).toEqual([
		...['paper', '1', '2521', '301', 'welding', 'fabrication'],
	]);
	expect(splitWords('— / —')).toEqual([]);
});

describe('searchDocument', () => {
	it('contains each word once, with a space before and after', () => {
		expect(searchDocument(['Paper one', null, 2023, 'paper'])).toBe(' paper one 2023 ');
		expect(searchDocument(['', undefined])).toBe('');
	});

	it.each(['2521/301', '2521-301', '2521 – 301', '2521:301', '2521 301', '2521301', '2521/30'])(
		'finds the code 2521/301 as %j',
		(query) => {
			const document = searchDocument(['Welding', '2521/301']);
			expect(hasAllWords(document, query)).toBe(true);
		},
	);

	it.each([
		['July series', 'Julai'],
		['Novemba 2025', 'nov'],
		['Novemba 2025', 'november'],
	])('finds the month of %j as %j', (name, query) => {
		expect(hasAllWords(searchDocument([name]), query)).toBe(true);
	});
});

describe('matchesDocument', () => {
	const document = searchDocument(['Electrical Principles', '2023', 'July']);

	it('finds words in any order, each by its beginning', () => {
		for (const query of ['Electrical Principles 2023 July', 'july elec', '2023', 'PRINC el'])
			expect(hasAllWords(document, query)).toBe(true);
	});

	it('finds nothing by the middle of a word, or if one word is missing', () => {
		for (const query of ['lectrical', 'electrical 2024'])
			expect(hasAllWords(document, query)).toBe(false);
	});
});

it.each([
	['P.L.C.', 'PLC'],
	['H.V.A.C.', 'hvac'],
	['Pre-stressed', 'prestressed'],
	['Set‑up', 'setup'],
	['multi-meter', 'multimeter'],
	['Wi-Fi', 'wifi'],
	['know-how-to', 'knowhowto'],
	['semi conductors', 'semi-conductors'],
	['July 2026', 'july-2026'],
])('finds %j as %j, and the other way round', (one, other) => {
	expect(hasAllWords(searchDocument([`All about ${one}`]), other)).toBe(true);
	expect(hasAllWords(searchDocument([`All about ${other}`]), one)).toBe(true);
	expect(hasAllWords(searchDocument(['All about nothing']), one)).toBe(false);
});
