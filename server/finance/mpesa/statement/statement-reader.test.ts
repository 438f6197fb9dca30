import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../../../tests/faults/length.ts';
import { source } from '../../../platform/files/fixtures/verdict.ts';
import {
	csvOf,
	newerName,
	newerRows,
	type StatementFixture,
	sheetOf,
	workbookOf,
	xlsxOf,
} from '../fixtures/statements.ts';
import { readStatementFile } from './statement-reader.ts';

const START = Date.UTC(2026, 8, 30, 21);
const statement: StatementFixture = {
	opening: 400,
	from: START,
	to: START + 86_400_000,
	movements: [{ receipt: 'UJ12AB34CD', at: START + 1_000, paidIn: 1500 }],
};
const rows = newerRows(statement);
const read = (bytes: Buffer) => readStatementFile(source(bytes), newerName(statement));

/** Returns the memory of this process and its children, in MB; 0 without `/proc`. */
const readMemory = () => {
	if (!existsSync('/proc/self/task')) return 0;
	const children = readdirSync('/proc/self/task').flatMap((task) =>
		readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
	);
	return ['self', ...children].reduce((sum, id) => {
		const pages = readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1];
		return sum + Number(pages) / 256;
	}, 0);
};

/** Returns the refusal of a file, and by how much memory grew at most while it was read. */
const refuse = async (bytes: Buffer) => {
	const before = readMemory();
	let grown = 0;
	const timer = setInterval(() => {
		grown = Math.max(grown, readMemory() - before);
	}, 20);
	const why = await read(bytes).then(
		() => 'read',
		(error: Error) => error.message,
	);
	clearInterval(timer);
	return { why, grown };
};

/** Returns a workbook whose cells all name one shared text. */
const nameOften = (text: string, count: number) =>
	workbookOf([sheetOf(Array<string[]>(count).fill(Array(14).fill('')), () => ' t="s"><v>0</v>')], {
		strings: [text],
	});
const [LONG_CELL, NO_SHEET] = [
	/^Row 1 has a cell with more than 1,000/,
	/^This Excel file has no sheet/,
];
const inSheet = (from: string, to: string) => workbookOf([sheetOf(rows).replace(from, to)]);

it.each<[string, () => Buffer, RegExp]>([
	['a text of 1 MB in 1,500 rows', () => nameOften('a'.repeat(1_000_000), 1_500), LONG_CELL],
	['a text of 45 MB in 5,000 rows', () => nameOften('a'.repeat(45_000_000), 5_000), LONG_CELL],
	['70 million characters of one text', () => nameOften('a'.repeat(1_000), 5_000), /has more text/],
	['a row number beyond all', () => inSheet('<row r="2">', '<row r="1e308">'), NO_SHEET],
	[
		'millions of cells',
		() => inSheet('</sheetData>', `<row>${'<c/>'.repeat(11_000_000)}</row>`),
		NO_SHEET,
	],
])('refuses %s with little memory, and reads the next file', async (_, make, why) => {
	const refused = await refuse(make());
	expect(refused.why).toMatch(why);
	expect(refused.grown).toBeLessThan(400);
	expect((await read(csvOf(rows))).lines).toHaveLength(1);
});

const LINES = AT_LENGTH ? 20_000 : 4_000;

it(`reads ${LINES} lines of each format as the file has them`, async () => {
	const movements = Array.from({ length: LINES }, (_, n) => ({
		receipt: `UJ${String(n).padStart(8, 'A')}`,
		at: START + n * 4_000,
		paidIn: 1500,
	}));
	const all = newerRows({ ...statement, movements });
	for (const bytes of [xlsxOf(all), csvOf(all)]) {
		const { lines } = await read(bytes);
		expect(lines.map(({ receipt }) => receipt)).toEqual(movements.map(({ receipt }) => receipt));
	}
});
