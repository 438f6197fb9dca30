import { describe, expect, it } from 'vitest';
import { toSearchText } from '#shared/receipts.ts';
import { readSearch } from './search.ts';

/** Returns the searched parts, each alternative of several words as one text. */
const termsOf = (text: string) =>
	readSearch(text, 0)
		?.map(({ parts = [], words = [], numbers = [] }) => [...parts, ...words, ...numbers].join(' '))
		.filter((each, at, all) => all.indexOf(each) === at);

/** Messages in M-Pesa's format with their receipts; names and numbers are made up. */
const messages: [receipts: string[], text: string][] = [
	[
		['UKK1B3RJ2H'],
		'UKK1B3RJ2H Confirmed. Ksh1,000.00 sent to UFUNDI LEARNING for account UF000123 on 20/11/26 at 4:26 PM New M-PESA balance is Ksh2,310.50. Transaction cost, Ksh23.00.',
	],
	[
		['UKKBQRJAHQ'],
		'UKKBQRJAHQ Confirmed. Ksh1,500.00 sent to UFUNDI LEARNING for account JANE WANJIRU on 20/11/26 at 4:26 PM New M-PESA balance is Ksh20.00.',
	],
	[
		['UKK1B3RJ2H'],
		'UKK1B3RJ2H Confirmed. Ksh70.00 paid to UFUNDI LEARNING. on 20/11/26 at 4:21 PM.New M-PESA balance is Ksh900.00. Transaction cost, Ksh0.00. Amount you can transact within the day is 499,930.00.',
	],
	[
		['UKK1B3RJ2H'],
		'UKK1B3RJ2H Confirmed.You have received Ksh300.00 from PETER OTIENO 0712345678 on 15/11/26 at 12:16 PM  New M-PESA balance is Ksh310.00.',
	],
	[
		['UKKBQRJAHQ'],
		'UKKBQRJAHQConfirmed. You have received Ksh300.00 from PETER OTIENO 254712345678 on 15/11/26',
	],
	[
		['UKL7PQ81ZX', 'UKK1B3RJ2H'],
		'UKL7PQ81ZX Confirmed. Reversal of transaction UKK1B3RJ2H has been successfully reversed on 21/11/26 at 9:12 AM and Ksh1,500.00 is credited to your M-PESA account. New M-PESA account balance is Ksh1,520.00.',
	],
	[
		['UKLAQRSZZX', 'UKKBQRJAHQ'],
		'UKLAQRSZZX Confirmed. Reversal of transaction UKKBQRJAHQ has been successfully reversed on 21/11/26',
	],
	[
		['UKKBQRJAHQ'],
		'Dear customer, transaction UKKBQRJAHQ of Ksh1,500.00 has been reversed. TECHNOLOGY FOUNDATION',
	],
	[
		['UKK1B3RJ2H'],
		'UKK1B3RJ2H Imethibitishwa. Ksh1,500.00 imetumwa kwa UFUNDI LEARNING kwa akaunti UF000123 tarehe 20/11/26 saa 4:26 PM. Salio lako jipya la M-PESA ni Ksh20.00.',
	],
	[['UKKBQRJAHQ'], 'UKKBQRJAHQ imethibitishwa. Umetuma Ksh1,500.00 kwa UFUNDI LEARNING'],
	[
		['UKK1B3RJ2H'],
		'"UKK1B3RJ2H Confirmed. Ksh 1000.00 from your M-PESA has been used to fully pay your outstanding Fuliza M-PESA. Available Fuliza M-PESA limit is Ksh 5000.00. M-PESA balance is Ksh12.00."',
	],
	[['UKK1B3RJ2H'], 'Hello, I paid and got nothing. My receipt is ukk1b3rj2h, please look'],
	[['UKK1B3RJ2H'], 'Fwd:\nUKK1B3RJ2H Confirmed.\nKsh1,500.00 sent to UFUNDI'],
];

describe('a message of M-Pesa', () => {
	it.each(messages)('is searched by %j', (receipts, text) => {
		expect(termsOf(text)).toEqual(receipts.map((receipt) => receipt.toLowerCase()));
	});

	it.each(messages)('leaves only %j in the address', (receipts, text) => {
		expect(toSearchText(text)).toBe(receipts.join(' '));
		expect(termsOf(toSearchText(text))).toEqual(termsOf(text));
	});
});

describe('a receipt', () => {
	it.each([
		'UKKB3RJ2H0',
		'ukkb3rj2h0',
		'UKKB 3RJ2 H0',
		'ukkb 3rj2 h0',
		'U K K B 3 R J 2 H 0',
		'UKKB3RJ2H0.',
		'"UKKB3RJ2H0"',
		'“UKKB3RJ2H0”,',
		"'UKKB 3RJ2 H0.'",
		'UKKB.3RJ2.H0',
		'UKKB-3RJ2-H0',
		' UKKB3RJ2H0\n',
	])('is read from %j', (text) => {
		expect(termsOf(text)?.[0]).toBe('ukkb3rj2h0');
	});

	it('is searched in part without the characters around it', () => {
		expect(termsOf('"UKKB3"')).toEqual(['ukkb3']);
		expect(termsOf('3RJ2H0.')).toEqual(['3rj2h0']);
	});

	it('is not read from a name or a reference that looks like one', () => {
		expect(termsOf('PETER MWANG')).toContain('peter mwang');
		expect(termsOf('TECHNOLOGY COLLEGE')).toEqual(['technology college']);
		expect(termsOf('Uf2 0001 234')).toContain('uf2 0001 234');
		expect(toSearchText('technology of wood')).toBe('technology of wood');
	});
});

describe('a phone', () => {
	it.each([
		...['0712345678', '712345678', '254712345678', '+254712345678', '00254712345678'],
		...['+2540712345678', '2540712345678', '0712.345.678', '+254.712.345.678', '0712-345-678'],
		...['+254 (0) 712 345 678', '00254 712 345678', '0712\u00a0345\u00a0678', '"0712 345 678"'],
		...['Jane, 0712 345 678, paid on Monday', 'call +25407 1234 5678 please', 'no 0712.345.678.'],
	])('is read from %j', (text) => {
		expect(termsOf(text)).toContain('254712345678');
	});

	it('is read from its beginning', () => {
		for (const text of ['0712 34', '+254 712 34', '00254 71 234', '+2540712.34', '0712-34'])
			expect(termsOf(text), text).toContain('25471234');
		expect(termsOf('00123')).toEqual(['00123']);
	});
});

it('searches names and references in any case, with single spaces', () => {
	expect(termsOf('  Jane   WANJIRU ')).toEqual(['jane wanjiru']);
	expect(termsOf('UF-000/123')).toEqual(['uf-000/123', 'uf000123']);
});

it('finds nothing for a long text without a receipt', () => {
	expect(termsOf('balance '.repeat(50))).toEqual([]);
});
