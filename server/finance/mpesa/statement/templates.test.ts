import { expect, it } from 'vitest';
import { source } from '../../../platform/files/fixtures/verdict.ts';
import {
	csvOf,
	type Movement,
	newerName,
	newerRows,
	orgRows,
	type StatementFixture,
} from '../fixtures/statements.ts';
import { readStatement } from './statement.ts';

const START = Date.UTC(2026, 8, 30, 21);
const DAY = 86_400_000;
const FROM = 'from 25471****222 - ALI **** OMAR';

const statementOf = (movement: Partial<Movement>) => ({
	opening: 5000,
	from: START,
	to: START + DAY,
	movements: [{ receipt: 'UJ1REVE02A', at: START + 1000, ...movement }],
});

/** Reads one movement from a file of each template. */
const readBoth = async (movement: Partial<Movement>) => {
	const statement = statementOf(movement);
	const files = [
		[newerName(statement), newerRows(statement)],
		['ORG_174379_Utility Account_Completed_20261101080000.csv', orgRows(statement)],
	] as const;
	return Promise.all(
		files.map(async ([name, rows]) => {
			const { lines } = await readStatement(source(csvOf(rows)), name);
			return lines[0];
		}),
	);
};

it.each([
	['an account with REVERSAL', `Pay Bill ${FROM} Acc. REVERSAL FEE`, 'payment'],
	['an account with reversed', `Pay Bill ${FROM} Acc. fees reversed`, 'payment'],
	['an account without a payer', 'Pay Bill Acc. REVERSAL', 'payment'],
	['an account between accounts', `Pay Bill ${FROM} Acc. my account to his account`, 'payment'],
	['a payer called CHARGE POINT', 'Pay Bill from 600123 - CHARGE POINT LTD Acc. 7', 'payment'],
	[
		'a business that is called REVERSAL',
		'Business Pay Bill via API by 600123 - REVERSAL LTD Acc. 7',
		'payment',
	],
	['Fuliza', 'Pay Utility with OD via STK', 'payment'],
	['a charge that came back', 'Pay Bill Charge', 'other'],
	['money that M-Pesa gave back', 'Business Payment Reversal from 25471****222 - ALI', 'reversal'],
])('money paid in with %s has the kind of M-Pesa’s details', async (_, what, kind) => {
	const lines = await readBoth({ what, paidIn: 700 });
	expect(lines.map((line) => line?.kind)).toEqual([kind, kind]);
});

it.each([
	['to a customer', 'Business Payment to Customer to 254722000111 - MWIZI KAMAU', 'other'],
	['to a paybill', 'Business Pay Bill to 888880 - KPLC PREPAID', 'other'],
	['to a bank by its name', 'Business Pay Bill to 400200 - MONEY TO BANK', 'other'],
	[
		'to a customer of odd name',
		'Business Payment to Customer to 254722000111 - CHARGE LTD',
		'other',
	],
	['to a business of odd name', 'Business Pay Bill to ANY ACCOUNT TO ORGANIZATION', 'other'],
	['to our settlement account', 'Utility Account to Organization Settlement Account', 'sweep'],
	['to the same, shortened', 'Utility Account to Organization Settlement', 'sweep'],
	['from settlement on', 'Organization Settlement Account to Organization MMF Account', 'sweep'],
	['to our bank', 'Agency Withdrawal of funds to Bank', 'withdrawal'],
	['as a charge', 'Merchant Payment Charge', 'charge'],
	['to a payer again', 'Pay Bill Reversal from 25471****222 - ALI **** OMAR', 'reversal'],
])('money paid out %s has the kind of M-Pesa’s details', async (_, what, kind) => {
	const lines = await readBoth({ what, withdrawn: 300 });
	expect(lines.map((line) => line?.kind)).toEqual([kind, kind]);
});

it.each([
	['a name of ten letters', 'Pay Bill Reversal from 25470****111 - JACQUELINE WANJA', null],
	['an account', `Pay Bill Reversal ${FROM} Acc. UJ12AB34CD`, null],
	['words before the payer', `Pay Bill Reversal of UJ12AB34CD ${FROM}`, 'UJ12AB34CD'],
	[
		'words after the payer',
		`Pay Bill Reversal ${FROM} Original Receipt No. UJ12AB34CD`,
		'UJ12AB34CD',
	],
	['words alone', 'Reversal of transaction UJ12AB34CD', 'UJ12AB34CD'],
])('reads the reversed receipt from %s in M-Pesa’s own words', async (_, what, receipt) => {
	for (const line of await readBoth({ what, withdrawn: 300 }))
		expect(line).toMatchObject({ kind: 'reversal', linkedReceipt: receipt });
	const [newer] = await readBoth({ what, withdrawn: 300 });
	if (what.includes(FROM)) expect(newer?.payerName).toBe('ALI **** OMAR');
});

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

it.each([
	['Paybill:', '174379'],
	['Paybill: 174379'],
	['Short Code', '174379.0'],
	['Short Code :', '174379'],
])('reads the short code from the heading %s', async (...cells) => {
	const rows = orgRows(statement).with(1, cells);
	expect((await read(csvOf(rows), 'a.csv')).shortCode).toBe('174379');
});
