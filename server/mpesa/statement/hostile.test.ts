import { describe, expect, it } from 'vitest';
import { oleOf } from '../../files/fixtures/ole.ts';
import { source } from '../../files/fixtures/verdict.ts';
import { zipOf } from '../../files/fixtures/zip.ts';
import {
	csvOf,
	type Movement,
	orgRows,
	workbookOf,
	xlsOf,
	xlsxOf,
} from '../fixtures/statements.ts';
import { readStatement } from './statement.ts';

/** 1 October 2026, noon in Nairobi. */
const NOON = Date.UTC(2026, 9, 1, 9);
const START = Date.UTC(2026, 8, 30, 21);
const DAY = 86_400_000;

const movements: Movement[] = [
	{ receipt: 'UJ12AB34CD', at: NOON, paidIn: 1500, account: 'A12', party: '25470****111 - JANE' },
	{ receipt: 'UJ12AB34CD', at: NOON, withdrawn: 23, what: 'Pay Bill Charge' },
	{ receipt: 'UJ12ZZ99XX', at: NOON + 60_000, paidIn: 700 },
];
const rowsOf = (some: readonly Movement[] = movements) =>
	orgRows({ opening: 400, from: START, to: START + DAY, movements: some });
const HEADER = 6;
const FIRST = HEADER + 1;
const COLUMN = { time: 1, status: 4, paidIn: 5, withdrawn: 6, balance: 7 } as const;

/** The rows with one cell changed; the newest line stands first. */
const withCell = (row: number, column: number, text: string) => {
	const rows = rowsOf();
	(rows[row] as string[])[column] = text;
	return rows;
};
const changed = (column: keyof typeof COLUMN, text: string) => () =>
	csvOf(withCell(FIRST, COLUMN[column], text));

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const plain = () => csvOf(rowsOf()).toString();
/** Names of `count` entities, each made of ten of the one before: 10^count characters. */
const bombOf = (count: number) => {
	const entities = Array.from(
		{ length: count },
		(_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`,
	);
	return `<!DOCTYPE x [<!ENTITY a0 "lol">${entities.join('')}]>`;
};

const NAME = 'ORG_174379_Utility Account_Completed_20261101080000.csv';
const outcome = (bytes: Buffer) =>
	readStatement(source(bytes), NAME).then(
		({ lines }) => lines.map(({ receipt, paidIn }) => [receipt, paidIn]),
		// A damaged file has no words of its own: the route has them.
		(error: Error) => error.message || 'damaged',
	);
const TAKEN = [
	['UJ12AB34CD', 150_000],
	['UJ12AB34CD', 0],
	['UJ12ZZ99XX', 70_000],
];

const refused: [what: string, file: () => Buffer, words: RegExp][] = [
	['no header', () => csvOf(rowsOf().toSpliced(HEADER, 1)), /^This is no statement.*Receipt No/],
	[
		'a header without Balance',
		() => csvOf(withCell(HEADER, COLUMN.balance, 'Total')),
		/^This is no statement.*Balance/,
	],
	[
		'a column that stands twice',
		() => csvOf(withCell(HEADER, COLUMN.status, 'Paid In')),
		/^This is no statement|Paid In” stands twice/,
	],
	[
		'a second Paid In beside the first',
		() => csvOf(withCell(HEADER, 8, 'Paid In (KES)')),
		/“Paid In \(KES\)” stands twice/,
	],
	[
		'two statements in one file',
		() => csvOf([...rowsOf(), ...rowsOf()]),
		/^Line 17 begins another statement/,
	],
	['an edited balance', changed('balance', '99999'), /^The statement does not add up/],
	[
		'a balance that was emptied',
		changed('balance', ''),
		/^Line 8 \(UJ12ZZ99XX\).*Balance is empty/,
	],
	['an amount that is a word', changed('paidIn', '7OO'), /Paid In is “7OO”, which is no amount/],
	['a Paid In below 0', changed('paidIn', '-700'), /Paid In is “-700”, below 0/],
	['an amount on both sides', changed('withdrawn', '-5'), /both Paid In and Withdrawn/],
	[
		'31 February',
		changed('time', '31-02-2026 12:00:00'),
		/Completion Time is “31-02-2026 12:00:00”/,
	],
	[
		'the year 1900',
		changed('time', '01-10-1900 12:00:00'),
		/Completion Time is “01-10-1900 12:00:00”/,
	],
	['a date of a spreadsheet', changed('time', '46296.5'), /Completion Time is “46296\.5”/],
	['month before day', changed('time', '10/13/2026 12:00:00'), /Completion Time is “10\/13/],
	[
		'a web page that is named .xls',
		() => Buffer.from('\n<html><body><table><tr><td>Receipt No</td></tr></table></body></html>'),
		/^This is a web page/,
	],
	[
		'a workbook with a password',
		() => oleOf([{ name: 'EncryptedPackage' }], { filler: 16 }),
		/locked with a password/,
	],
	[
		'an old workbook that is encrypted',
		() => {
			const bytes = xlsOf(rowsOf());
			// FILEPASS in place of the record that names the sheet.
			bytes.writeUInt16LE(0x002f, bytes.indexOf(Buffer.from([0x85, 0])));
			return bytes;
		},
		/locked with a password/,
	],
	['a CSV that was cut off', () => Buffer.from(plain().slice(0, -90)), /^This file is incomplete/],
	['a workbook that was cut off', () => xlsxOf(rowsOf()).subarray(0, 700), /damaged/],
	['an old workbook that was cut off', () => xlsOf(rowsOf()).subarray(0, 1_500), /damaged/],
	[
		'a million columns',
		() => Buffer.from(`${plain()}\r\n${','.repeat(1e6)}`),
		/line that is longer/,
	],
	['300,000 rows', () => Buffer.from(`${plain()}\r\n${'x\n'.repeat(3e5)}`), /200,000 rows/],
	[
		'two gigabytes of zeros, as the directory says',
		() =>
			zipOf([
				{
					name: 'xl/worksheets/sheet1.xml',
					data: Buffer.alloc(1e6),
					declared: { unpacked: 2 ** 31 },
				},
			]),
		/unpacks to more/,
	],
	[
		'zeros that the directory does not tell of',
		() =>
			zipOf([
				{ name: 'xl/worksheets/sheet1.xml', data: Buffer.alloc(2e7), declared: { unpacked: 1e5 } },
			]),
		/damaged/,
	],
	[
		'a row that never ends',
		() =>
			workbookOf([`<worksheet><sheetData><row r="1">${'<c r="A1"><v>1</v>'.repeat(2e5)}`], {
				stored: true,
			}),
		/no sheet that can be read/,
	],
	[
		'a row of the number two billion',
		() =>
			workbookOf([
				'<worksheet><sheetData><row r="2000000000"><c r="A2000000000"><v>1</v></c></row></sheetData></worksheet>',
			]),
		/no sheet that can be read/,
	],
	[
		'300,000 rows in a workbook',
		() => workbookOf([`<worksheet><sheetData>${'<x:row/>'.repeat(3e5)}`], { stored: true }),
		/200,000 rows/,
	],
	[
		'dates in the zone of the server',
		() =>
			workbookOf([
				'<worksheet><sheetData><row r="1"><c r="A1" t="d"><v>2026-10-01T12:00:00</v></c></row></sheetData></worksheet>',
			]),
		/no sheet that can be read/,
	],
	[
		'entities within entities',
		() =>
			workbookOf([
				`${bombOf(9)}<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&a9;</v></c></row></sheetData></worksheet>`,
			]),
		/no statement/,
	],
	['a picture', () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), /neither CSV nor Excel/],
	['a quotation mark too many', () => Buffer.from(`"${plain()}`), /^This file is incomplete/],
];

describe('a hostile statement', () => {
	it.each(refused)('with %s is refused, and says why', async (_, file, words) => {
		expect(await outcome(file())).toMatch(words);
	});

	it.each<[string, () => Buffer]>([
		['semicolons', () => csvOf(rowsOf(), ';')],
		['UTF-16', () => utf16(plain())],
		['the code page of Windows', () => Buffer.from(plain().replace('JANE', 'JANÉ'), 'latin1')],
		[
			'a formula as text',
			() => csvOf(rowsOf().map((row) => row.map((cell) => cell.replace('A12', '=1+1')))),
		],
		[
			'a megabyte in a cell of a workbook',
			() =>
				xlsxOf(withCell(FIRST, 9, Array.from({ length: 5e4 }, (_, n) => `from ${n}`).join(' '))),
		],
		['a workbook with cells far to the right', () => xlsxOf(withCell(FIRST, 5000, 'x'))],
		['an old workbook with cells far to the right', () => xlsOf(withCell(FIRST, 5000, 'x'))],
		['characters that nobody sees', () => xlsxOf(withCell(FIRST, 10, 'JANE\u0007&#0; \ud800'))],
	])('with %s is read as what it says', async (_, file) => {
		expect(await outcome(file())).toEqual(TAKEN);
	});

	it('never brings a formula or a control character into the books', async () => {
		const of = [{ ...movements[0], account: '=HYPERLINK("x")', party: 'JANE\u0007 DOE\ud800' }];
		const { lines } = await readStatement(source(xlsxOf(rowsOf(of as Movement[]))), NAME);
		expect(lines[0]).toMatchObject({
			accountReference: '=HYPERLINK("x")',
			payerName: 'JANE DOE\ufffd',
		});
	});
});
