import { expect, it } from 'vitest';
import { toTextCell } from './csv-cell.ts';

it.each([
	...['00123', '1-2', '1E5', '254712345678', '1/2', '12:30', '3 pm', '50%', '1,500', '2026-11-22'],
	...[
		'12345678901234567890',
		'TRUE',
		'false',
		'MAR1',
		'Jan 2026',
		'5-Dec',
		'1 1/2',
		'(12)',
		'0712345678',
	],
])('%s stays text behind a tab', (text) => {
	expect(toTextCell(text)).toBe(`"\t${text}"`);
});

it.each([
	...['UKK1B3RJ2H', 'UF000123', 'JANE WANJIRU', 'MARY', 'MARCH', 'May Otieno', 'TRUE NORTH'],
	...[
		'ws_CO_22112026190912345712345678',
		'2547 ***** 126',
		'25470****123',
		"N'GANG",
		'a-b',
		'é',
		'0',
		'1032',
		'12345678901',
	],
])('%s is itself', (text) => {
	expect(toTextCell(text)).toBe(text);
});

it.each([
	...['=1+1', '+254712345678', '-1', '@SUM(A1)', '|cmd', '＝1+1', '＋1', '－1', '＠x', '﹦1'],
	...['\u200b=1+1', '\u2060\ufeff=1', '\u00ad=1', ' =1', "'=1", '\u3164=1', '\u202e=1', '\u2212'],
	...['\u200b＝1+1', '\u00a0+1'],
])('%j runs nowhere', (text) => {
	expect(toTextCell(text)).toBe(`'${text}`);
});

it('text that a semicolon spreadsheet reads as a separate cell is no formula either', () => {
	expect(toTextCell('x;=1+1')).toBe(`"x;'=1+1"`);
	expect(toTextCell('x; \u200b＝1')).toBe(`"x; \u200b'=1"`);
	expect(toTextCell(';=1')).toBe(`";'=1"`);
	expect(toTextCell('=1;=2')).toBe(`"'=1;'=2"`);
	expect(toTextCell('one; two')).toBe('"one; two"');
});

it('quotes and line breaks are escaped by RFC 4180', () => {
	expect(toTextCell('say "yes", twice')).toBe('"say ""yes"", twice"');
	expect(toTextCell('=1+1,"x"')).toBe(`"'=1+1,""x"""`);
	expect(toTextCell('"=1"')).toBe(`"'""=1"""`);
	expect(toTextCell(null)).toBe('');
});
