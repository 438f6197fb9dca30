import { expect, it } from 'vitest';
import { source } from '../../files/fixtures/verdict.ts';
import { csvOf, newerRows, orgRows, type StatementFixture } from '../fixtures/statements.ts';
import { readStatement } from './statement.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 8, 30, 21);
const statement: StatementFixture = {
	opening: 400,
	from: START,
	to: START + DAY,
	movements: [{ receipt: 'UJ12AB34CD', at: START + 1000, paidIn: 1500 }],
};
const read = (bytes: Buffer, name: string) => readStatement(source(bytes), name);

it.each([
	'Statements for 174379 from 2026-10-01 to 2026-10-01 (1).csv',
	'Statements_for_174379_from_2026-10-01_to_2026-10-01.csv',
	'Statements+for+174379+from+2026-10-01+to+2026-10-01.csv',
	'Statements%20for%20174379%20from%202026-10-01%20to%202026-10-01.csv',
])('reads the short code and the days from the file name %s', async (name) => {
	expect(await read(csvOf(newerRows(statement)), name)).toMatchObject({
		shortCode: '174379',
		from: START,
		to: START + DAY,
	});
});

it.each([['Paybill:', '174379'], ['Paybill: 174379'], ['Short Code', '174379.0']])(
	'reads the short code from the heading %s',
	async (...cells) => {
		const rows = orgRows(statement).with(1, cells);
		expect((await read(csvOf(rows), 'a.csv')).shortCode).toBe('174379');
	},
);
