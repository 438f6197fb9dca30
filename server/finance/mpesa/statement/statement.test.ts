import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { source } from '../../../platform/files/fixtures/verdict.ts';
import {
	csvOf,
	type Movement,
	newerName,
	newerRows,
	orgRows,
	type StatementFixture,
	xlsOf,
	xlsxOf,
} from '../fixtures/statements.ts';
import { readStatement } from './statement.ts';
import { readMoney } from './values.ts';

const read = (bytes: Buffer, name = 'ORG_174379_Utility Account_Completed_20261101080000.csv') =>
	readStatement(source(bytes), name);

/** 1 October 2026, noon in Nairobi. */
const NOON = Date.UTC(2026, 9, 1, 9);
const DAY = 86_400_000;
const START = Date.UTC(2026, 8, 30, 21);

const movements: Movement[] = [
	{
		receipt: 'UJ12AB34CD',
		at: NOON,
		paidIn: 1500,
		account: 'A12',
		party: '25470****111 - JANE **** DOE',
	},
	{ receipt: 'UJ12AB34CD', at: NOON, withdrawn: 23, what: 'Pay Bill Charge', party: 'SP' },
	{
		receipt: 'UJ12ZZ99XX',
		at: NOON + 60_000,
		withdrawn: 1000,
		what: 'Utility Account to Organization Settlement Account',
	},
	{
		receipt: 'UJ12BB11AA',
		at: NOON + 120_000,
		withdrawn: 200,
		what: 'Agency Withdrawal of funds to Bank',
	},
	{
		receipt: 'UJ12QQ77PP',
		at: NOON + 180_000,
		withdrawn: 100,
		what: 'Pay Bill Reversal',
		linked: 'UJ12AB34CD',
	},
];
const statement: StatementFixture = { opening: 400, from: START, to: START + DAY, movements };

describe.each([
	['CSV with commas', csvOf],
	['CSV with semicolons', (rows: string[][]) => csvOf(rows, ';', '\n')],
	[
		'CSV with tabs and a byte order mark',
		(rows: string[][]) => Buffer.concat([Buffer.from('\ufeff'), csvOf(rows, '\t')]),
	],
	['XLSX', (rows: string[][]) => xlsxOf(rows)],
	['XLSX with texts in its cells', (rows: string[][]) => xlsxOf(rows, false)],
	['XLS', xlsOf],
])('a statement as %s', (_, write) => {
	it('of the legacy template is read', async () => {
		const { lines, ...rest } = await read(write(orgRows(statement)));
		expect(rest).toEqual({
			shortCode: '174379',
			account: 'Utility Account',
			from: START,
			to: START + DAY,
			coverage: 'export_date',
			statedTo: null,
			complete: [START - 1000, START + DAY - 600_000],
			opening: 40_000,
			closing: 57_700,
			refused: [],
		});
		expect(lines.map(({ kind, paidIn, withdrawn }) => [kind, paidIn, withdrawn])).toEqual([
			['payment', 150_000, 0],
			['charge', 0, 2_300],
			['sweep', 0, 100_000],
			['withdrawal', 0, 20_000],
			['reversal', 0, 10_000],
		]);
		expect(lines[0]).toMatchObject({
			receipt: 'UJ12AB34CD',
			completedAt: NOON,
			phone: '25470****111',
			payerName: 'JANE **** DOE',
			accountReference: 'A12',
		});
		expect(lines[4]).toMatchObject({ linkedReceipt: 'UJ12AB34CD' });
	});

	it('of the newer template is read, its short code and days from its name', async () => {
		const result = await read(write(newerRows(statement)), newerName(statement));
		expect(result).toMatchObject({
			shortCode: '174379',
			account: 'Utility Account',
			from: START,
			to: START + DAY,
			opening: 40_000,
			closing: 57_700,
		});
		expect(result.lines[0]).toMatchObject({
			kind: 'payment',
			paidIn: 150_000,
			completedAt: NOON,
			phone: '25470****111',
			payerName: 'JANE **** DOE',
			accountReference: 'A12',
		});
		expect(result.lines.map(({ kind }) => kind)).toEqual([
			'payment',
			'charge',
			'sweep',
			'withdrawal',
			'reversal',
		]);
	});
});

it('reads amounts with a decimal comma, and rejects ambiguous ones', () => {
	const amounts = {
		'1,100.00': 110_000,
		'1100,50': 110_050,
		'1.100,5': 110_050,
		'12,345,678': 1_234_567_800,
		'1,00,000.00': 10_000_000,
	};
	for (const [text, cents] of Object.entries(amounts)) expect(readMoney(text), text).toBe(cents);
	for (const text of ['1,1000', '1,10.00', '1.100.00', '1,,100', ',', '1.100'])
		expect(readMoney(text), text).toBeUndefined();
	expect(readMoney('(23,00)')).toBe(-2_300);
});

it('is the same for any order of its lines', async () => {
	const second = fc.integer({ min: 0, max: 5 });
	const amount = fc.integer({ min: 1, max: 4 });
	const moves = fc.array(fc.record({ second, amount, out: fc.boolean() }), {
		minLength: 1,
		maxLength: 40,
	});
	await fc.assert(
		fc.asyncProperty(moves, fc.infiniteStream(fc.nat()), async (made, random) => {
			const all = made
				.toSorted((one, other) => one.second - other.second)
				.map(
					({ second: at, amount: of, out }, n): Movement => ({
						receipt: `UJ1${String(n).padStart(7, '0')}`,
						at: NOON + at * 1000,
						...(out ? { withdrawn: of, what: 'Pay Bill Charge' } : { paidIn: of }),
					}),
				);
			const shuffled = (rows: string[][], heading: number) => {
				const keys = new Map(rows.slice(heading).map((row) => [row, random.next().value]));
				return rows.toSorted((one, other) => (keys.get(one) ?? -1) - (keys.get(other) ?? -1));
			};
			const whole = { ...statement, movements: all };
			const org = await read(csvOf(shuffled(orgRows(whole), 7)));
			expect(org).toMatchObject({ opening: 40_000, refused: [] });
			const result = await read(csvOf(shuffled(newerRows(whole), 1)), newerName(statement));
			const moved = all.reduce((sum, { paidIn = 0, withdrawn = 0 }) => sum + paidIn - withdrawn, 0);
			expect((result.closing ?? 0) - (result.opening ?? 0)).toBe(moved * 100);
			// If every second ends at the balance where it begins, the order of lines does not determine the opening
			// balance.
			if (moved !== 0) expect(result.opening).toBe(40_000);
			expect(result.lines).toHaveLength(all.length);
		}),
		{ numRuns: 100 },
	);
});

const changed = (line: number, column: number, text: string) => {
	const rows = orgRows(statement);
	(rows[line] as string[])[column] = text;
	return csvOf(rows);
};

describe('a file that is not a statement or does not add up', () => {
	const refusal = async (bytes: Buffer, name?: string) =>
		read(bytes, name).then(
			() => 'taken',
			(error: Error) => error.message,
		);

	it.each<[string, () => Buffer, RegExp]>([
		[
			'a list of something else',
			() =>
				csvOf([
					['Name', 'Amount'],
					['A', '1'],
				]),
			/^This is not a statement/,
		],
		['nothing', () => Buffer.alloc(0), /^This is not a statement/],
		['a picture', () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), /neither CSV nor Excel/],
		['an edited balance', () => changed(8, 7, '999999'), /balance in line \d+ \(UJ1/],
		['an edited amount', () => changed(11, 5, '1600'), /does not add up/],
		[
			'another opening',
			() => changed(5, 1, '500'),
			/opening balance is 500\.00, but its first line starts with 400\.00/,
		],
		[
			'another closing',
			() => changed(5, 3, '500'),
			/end with 577\.00, but its closing balance is 500\.00/,
		],
		[
			'a line that was left out',
			() => csvOf(orgRows(statement).toSpliced(9, 1)),
			/does not follow/,
		],
		['a quotation mark too many', () => Buffer.from('"Receipt No'), /^This file is incomplete/],
	])('is refused: %s', async (_, make, words) => {
		expect(await refusal(make())).toMatch(words);
	});

	it.each([
		['its heading', orgRows, 'a.csv', START, 'Line 8'],
		['its name', newerRows, newerName(statement), START, 'Line 2'],
		['its heading', orgRows, 'a.csv', START - 2 * DAY, 'Line 8'],
	])('is refused for a line outside the period of %s', async (_, write, name, from, line) => {
		const period = { ...statement, from, to: from + DAY };
		const at = from === START ? START + DAY : NOON;
		const late = { receipt: 'UJ22LATE0A', at, paidIn: 5 };
		const rows = write({ ...period, movements: [...(from === START ? movements : []), late] });
		expect(await refusal(csvOf(rows), name)).toMatch(
			new RegExp(
				`^${line} \\(UJ22LATE0A\\) is dated .*, but this file is from .* 00:00 to .* 23:59\\.`,
			),
		);
	});

	it.each([
		['the date of export', 'Report Date:', 40, { coverage: 'export_date', end: 40 }],
		[
			'the date of export, in other words',
			'Date of Report:',
			40,
			{ coverage: 'export_date', end: 40 },
		],
		['the period', 'Made:', 3, { coverage: 'period', end: 3 }],
		[
			'the last line, two days before the end of the period',
			'Made:',
			4,
			{ coverage: 'lines', end: undefined },
		],
	])('covers the time up to %s', async (_, label, days, { coverage, end }) => {
		const to = START + days * DAY;
		// Noon of the second day is less than two days before the end of the third, and more before that of the fourth.
		const last = { receipt: 'UJ22LAST0A', at: NOON + DAY, paidIn: 5 };
		const rows = orgRows({ ...statement, to, movements: [...movements, last] });
		const heading = rows[4] as string[];
		expect(await read(csvOf(rows.with(4, heading.with(2, label))), 'a.csv')).toMatchObject({
			coverage,
			to: end === undefined ? last.at + 1000 : START + end * DAY,
		});
	});

	it('lists lines that moved no money, and imports the rest', async () => {
		const failed = { receipt: 'UJ12FF00FF', at: NOON, paidIn: 5, status: 'Failed' };
		const { lines, refused } = await read(
			csvOf(orgRows({ ...statement, movements: [...movements, failed] })),
		);
		expect(lines).toHaveLength(5);
		expect(refused).toEqual([
			{ line: 8, text: 'It is not completed (Failed) and moved no money.' },
		]);
	});

	it('is rejected with a sentence for any content', async () => {
		const starts = ['d0cf11e0a1b11ae1', '504b0304', ''].map((hex) => Buffer.from(hex, 'hex'));
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...starts),
				fc.uint8Array({ maxLength: 3000 }),
				async (start, rest) => {
					await expect(refusal(Buffer.concat([start, rest]))).resolves.not.toBe('taken');
				},
			),
			{ numRuns: 200 },
		);
	});
});
