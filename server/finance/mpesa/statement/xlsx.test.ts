import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { source } from '../../../platform/files/fixtures/verdict.ts';
import {
	csvOf,
	type Movement,
	newerName,
	newerRows,
	type StatementFixture,
	sheetOf,
	workbookOf,
	xlsOf,
	xlsxOf,
} from '../fixtures/statements.ts';
import { readStatement } from './statement.ts';
import { readMoney, readTime } from './values.ts';

/** 1 October 2026, 13:05:07 in Nairobi. */
const TIME = Date.UTC(2026, 9, 1, 10, 5, 7);
const START = Date.UTC(2026, 8, 30, 21);
const DAY = 86_400_000;
const HOURS_3 = 10_800_000;

const movements: Movement[] = [
	{ receipt: 'UJ12AB34CD', at: TIME, paidIn: 1500, account: 'A12', party: '25470****111 - JANE' },
	{ receipt: 'UJ12AB34CD', at: TIME, withdrawn: 23, what: 'Pay Bill Charge' },
	{ receipt: 'UJ12ZZ99XX', at: TIME + 60_000, paidIn: 700.5 },
];
const statement: StatementFixture = { opening: 400, from: START, to: START + DAY, movements };
const rows = newerRows(statement);

const read = (bytes: Buffer) => readStatement(source(bytes), newerName(statement));
const TAKEN = {
	opening: 40_000,
	closing: 257_750,
	refused: [],
	lines: [
		{ receipt: 'UJ12AB34CD', completedAt: TIME, paidIn: 150_000, accountReference: 'A12' },
		{ receipt: 'UJ12AB34CD', completedAt: TIME, withdrawn: 2_300 },
		{ receipt: 'UJ12ZZ99XX', completedAt: TIME + 60_000, paidIn: 70_050 },
	],
};

const STYLES =
	'<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d/m/yyyy\\ h:mm:ss\\ AM/PM;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>';
const isTime = (text: string) => /^\d\d\/\d\d\/\d{4} /.test(text);
const isAmount = (text: string, column: number) => column >= 4 && /\d/.test(text);

/** Returns the statement with numeric amounts and dates, counted from 1900 or 1904. */
const withDates = (base: number, properties: string) => {
	const sheet = sheetOf(rows, (text, column) => {
		if (isTime(text)) return ` s="1"><v>${((readTime(text) as number) + HOURS_3 - base) / DAY}</v>`;
		if (isAmount(text, column)) return `><v>${text.replaceAll(',', '')}</v>`;
		return ` t="inlineStr"><is><t>${text}</t></is>`;
	});
	return workbookOf([sheet], { styles: STYLES, properties });
};
const FROM_1900 = Date.UTC(1899, 11, 30);
const FROM_1904 = Date.UTC(1904, 0, 1);

describe('a statement in a workbook', () => {
	it.each([
		['1900', FROM_1900, ''],
		['1900, as LibreOffice says it', FROM_1900, '<workbookPr date1904="false"/>'],
		['1904', FROM_1904, '<workbookPr date1904="1"/>'],
		['1904, as LibreOffice says it', FROM_1904, '<workbookPr date1904="true"/>'],
	])('has its times in dates counted from %s', async (_, base, properties) => {
		expect(await read(withDates(base, properties))).toMatchObject(TAKEN);
	});

	it('is read as a spreadsheet program wrote it', async () => {
		const cells = rows.map((row) =>
			row.map((text, column) => {
				if (isTime(text)) {
					const value = new Date((readTime(text) as number) + HOURS_3);
					return { value, type: Date, format: 'dd/mm/yyyy hh:mm:ss' };
				}
				if (isAmount(text, column))
					return { value: Number(text.replaceAll(',', '')), type: Number, format: '#,##0.00' };
				return { value: text, type: String };
			}),
		);
		expect(await read(await writeWorkbook(cells).toBuffer())).toMatchObject(TAKEN);
	});

	it.each(['x', 'ns0', 'ss-main'])('can have elements with the prefix %s', async (prefix) => {
		const sheet = sheetOf(rows).replace(/<(\/?)(?=\w)/g, `<$1${prefix}:`);
		expect(await read(workbookOf([sheet]))).toMatchObject(TAKEN);
	});

	it('is read from the sheet that has it, whatever is before it', async () => {
		const [own, empty] = [sheetOf([['Notes of the accountant']]), sheetOf([])];
		expect(await read(workbookOf([sheetOf(rows), own]))).toMatchObject(TAKEN);
		expect(await read(workbookOf([own, empty, sheetOf(rows)]))).toMatchObject(TAKEN);
		await expect(read(workbookOf([own, empty]))).rejects.toThrow(/not a statement/);
		expect(await read(xlsOf([['Notes of the accountant']], [], rows))).toMatchObject(TAKEN);
	});

	it('reads large amounts and floating point remainders of 0', async () => {
		const all: Movement[] = [
			{ receipt: 'UJ12AB34CD', at: TIME, paidIn: 12_000_000 },
			{ receipt: 'UJ12ZZ99XX', at: TIME + 1000, withdrawn: 12_000_000, what: 'Pay Bill Charge' },
		];
		const sheet = sheetOf(
			newerRows({ ...statement, opening: 0, movements: all }),
			(text, column) => {
				if (!isAmount(text, column)) return ` t="inlineStr"><is><t>${text}</t></is>`;
				const value = text.replaceAll(',', '').replace(/^0\.00$/, '5.6843418860808015E-14');
				return `><v>${value.replace('12000000.00', '1.2E7')}</v>`;
			},
		);
		expect(await read(workbookOf([sheet]))).toMatchObject({ opening: 0, closing: 0 });
	});

	it.each([
		['the last row and column', 'XFD1048576'],
		['a far column', 'XFD2'],
		['a far row', 'B199999'],
	])('is read with a stray cell in %s, with little memory', async (_, place) => {
		const number = /\d+/.exec(place)?.[0];
		const stray = `<row r="${number}"><c r="${place}"><v>1</v></c></row>`;
		const sheet = sheetOf(rows);
		const strayed =
			number === '2'
				? sheet.replace(/(?<=<row r="2">.*?)<\/row>/, `<c r="${place}"><v>1</v></c></row>`)
				: sheet.replace('</sheetData>', `${stray}</sheetData>`);
		const before = process.memoryUsage.rss();
		const all = await Promise.all([1, 2, 3].map(() => read(workbookOf([strayed]))));
		for (const one of all) expect(one).toMatchObject(TAKEN);
		expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 ** 2);
	});

	it('has its times in a format that replaces a built-in one', async () => {
		const styles = STYLES.replaceAll('numFmtId="164"', 'numFmtId="1"');
		const sheet = sheetOf(rows, (text) =>
			isTime(text)
				? ` s="1"><v>${((readTime(text) as number) + HOURS_3 - FROM_1900) / DAY}</v>`
				: ` t="inlineStr"><is><t>${text}</t></is>`,
		);
		expect(await read(workbookOf([sheet], { styles }))).toMatchObject(TAKEN);
	});

	it('is not taken for a web page as an Excel file of 2003 in XML', async () => {
		const xml =
			'<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"></Workbook>';
		await expect(read(Buffer.from(xml))).rejects.toThrow(/^This is an Excel file of 2003 in XML/);
		await expect(read(Buffer.from('<html></html>'))).rejects.toThrow(/^This is a web page/);
	});

	it('is refused if a balance was edited', async () => {
		const changed = rows.map((row) => row.map((cell) => cell.replace('1,900.00', '1,901.00')));
		await expect(read(xlsxOf(changed))).rejects.toThrow(/^The statement does not add up/);
	});
});

it.each([
	'01-10-2026 13:05:07',
	'1/10/2026 1:05:07 PM',
	'01/10/2026 01:05:07 p.m.',
	'01-10-2026 13:05:07.0',
	'2026-10-01 13:05:07.000',
	'2026-10-01T13:05:07+03:00',
	'2026-10-01T10:05:07Z',
	'2026-10-01 05:05:07 -0500',
	'01-Oct-2026 13:05:07',
	'1 October 2026 01:05:07 PM',
])('reads the time %s', (text) => {
	expect(readTime(text)).toBe(TIME);
});

it('reads 12 AM as midnight, and rejects invalid hours', () => {
	expect(readTime('1/10/2026 12:00:00 AM')).toBe(START);
	expect(readTime('1/10/2026 12:00 PM')).toBe(START + DAY / 2);
	for (const text of ['1/10/2026 13:00:00 PM', '1/10/2026 0:00:00 AM', '1/10/2026', '13:05:07'])
		expect(readTime(text), text).toBeUndefined();
});

it('reads amounts with a currency and minus signs of every kind', () => {
	const amounts = {
		'KES 700.00': 70_000,
		'Ksh 1,500.00': 150_000,
		'KSHS. 5': 500,
		'-KES 23.00': -2_300,
		'KES -23.00': -2_300,
		'(KES 23.00)': -2_300,
		'\u221223.00': -2_300,
		'\u2212': 0,
		'-': 0,
		' ': 0,
	};
	for (const [text, cents] of Object.entries(amounts)) expect(readMoney(text), text).toBe(cents);
	for (const text of ['KES', 'USD 5', '--5', 'KESKES5', '5-'])
		expect(readMoney(text), text).toBeUndefined();
});

it.each(['-', '\u2212'])('reads %s as an empty amount', async (sign) => {
	const dashed = rows.map((row, n) =>
		row.map((cell, column) => (n > 0 && column >= 4 && /^-?0\.00$/.test(cell) ? sign : cell)),
	);
	expect(await read(csvOf(dashed))).toMatchObject(TAKEN);
});
