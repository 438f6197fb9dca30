import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findNamedPhones, maskPhones, maskPhonesIn } from './hidden-phones.ts';
import { isHidden } from './phone.ts';

it.each([
	['254712345678', '0712 ••• 678'],
	['0712345678', '0712 ••• 678'],
	['0112 345 678', '0112 ••• 678'],
	['+254 712 345 678, or 0712-345-678.', '0712 ••• 678, or 0712 ••• 678.'],
	['UF0712345678', 'UF0712 ••• 678'],
	['{"Name":"PhoneNumber","Value":254712345678}', '{"Name":"PhoneNumber","Value":"0712 ••• 678"}'],
	['{"PartyA": "254712345678"}', '{"PartyA": "0712 ••• 678"}'],
	['ws_CO_23112026113000123712345678', 'ws_CO_231120261130001230712 ••• 678'],
	['0798/765/432', '0798 ••• 432'],
	['0748-1234-07', '0748 ••• 407'],
	['0798\u2011765\u2013432', '0798 ••• 432'],
	['+254\u00a0798 765−432', '0798 ••• 432'],
	['٠٧٩٨٧٦٥٤٣٢', '0798 ••• 432'],
	['０７９８７６５４３２', '0798 ••• 432'],
	['𝟎𝟕𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐!', '0798 ••• 432!'],
	['École: 07\u200b98\u00ad765\u2060432, Jane', 'École: 0798 ••• 432, Jane'],
	['line\\n0712345678', 'line\\n0712 ••• 678'],
	['0798_765_432', '••••_•••_432'],
	['0798;765;432', '••••;•••;432'],
	['oh798765432', '0798 ••• 432'],
	['O798765432', '0798 ••• 432'],
	['0 7 9 8 7 6 5 4 3 2', '• • • • • • • 4 3 2'],
	['⁰⁷⁹⁸⁷⁶⁵⁴³²', '0798 ••• 432'],
	['9990798765432', '••••••••••432'],
	['0798 765 then 432', '•••• ••• then 432'],
	['⓪⑦⑨⑧⑦⑥⑤④③②', '0798 ••• 432'],
	['{"MSISDN": 9990798765432}', '{"MSISDN": "••••••••••432"}'],
])('a number is hidden in %s', (text, shown) => {
	expect(maskPhones(text)).toBe(shown);
});

it.each([
	'2547 ***** 126',
	'25470****123 - JANE DOE',
	'0712 ••• 678',
	'01991234-56ab-7123-8456-712345678901',
	'01991234-5678-7123-8456-1a3456789012',
	'29115-34620561-1',
	'7115-71620561-12',
	'ws_CO_191220191020363925',
	'2026-11-20T09:15:00.123Z',
	'01-07-2026 12:30:15',
	'{"TransTime":"20261123113000","BusinessShortCode":"174379","OrgAccountBalance":"1712345678.00"}',
	'UKK0712345',
	'KSh 1,712,345,678',
	'Number must be one such as 0712345678',
	'234567891',
	'712345678',
	'Account 112233445',
	'KSh 1,500 for account 112233445',
	'KSh 700,000,000',
	'254712***126',
	'Account 5234567891, KSh 1,500',
	'2547 ***** 126 Acc. 45678',
	'{"TransTime":"20260107123015"}',
	'Refunded 20 of 15 on 01/07/2026 at 12:30, as agreed about the course',
	'École – 12 Ñ ٣ 𝟑',
	'0'.repeat(20) + '1712345678ab'.repeat(3),
])('nothing else is: %s', (text) => {
	expect(maskPhones(text)).toBe(text);
});

/** Signs for the digits 0 to 9. */
const SIGNS = [
	'0OoО０٠०⁰⓪𝟎',
	'1lI１١१¹①𝟏',
	...[2, 3, 4, 5, 6, 7, 8, 9].map((n) =>
		[
			String(n),
			String.fromCodePoint(0xff10 + n),
			String.fromCodePoint(0x660 + n),
			String.fromCodePoint(0x966 + n),
			String.fromCodePoint(n < 4 ? 0xb0 + n : 0x2070 + n),
			String.fromCodePoint(0x2460 + n - 1),
			String.fromCodePoint(0x1d7ce + n),
		].join(''),
	),
].map((signs) => [...signs]);
const separator = fc.constantFrom(
	'',
	'',
	'',
	' ',
	'-',
	'_',
	';',
	'.',
	'/',
	'\u00a0',
	'\u200b',
	'–',
	'+',
	':',
	'*',
);
/** A phone whose digits cannot be a date, with a prefix, in any signs and separators. */
const spelling = fc
	.record({
		prefix: fc.constantFrom('0', '254', '+254', '00254', '2540', '9990'),
		operator: fc.constantFrom(7, 1),
		others: fc.array(fc.integer({ min: 3, max: 9 }), { minLength: 8, maxLength: 8 }),
	})
	.chain(({ prefix, operator, others }) => {
		const number = [operator, ...others].join('');
		const digits = [...prefix.replace('+', ''), ...number];
		return fc
			.tuple(
				...digits.map((digit) =>
					fc.tuple(fc.constantFrom(...(SIGNS[Number(digit)] as string[])), separator),
				),
			)
			.map((signs) => ({ number, text: signs.flat().join('') }));
	});

it('hides and counts a number in any script, with look-alikes and separators', () => {
	fc.assert(
		fc.property(spelling, ({ number, text }) => {
			const shown = maskPhones(text).normalize('NFKC');
			const rest = shown.replace(/\D/g, '');
			expect(rest.includes(number.slice(0, 6)), shown).toBe(false);
			expect(rest.includes(number.slice(2, 8)), shown).toBe(false);
			expect(findNamedPhones(text)).toContain(`254${number}`);
		}),
		{ numRuns: 400 },
	);
});

it('masks all texts of an answer without changing the original', () => {
	const hash = 'ab'.repeat(32);
	const answer = {
		phone_number: hash,
		sha256: hash,
		list: [{ note: 'Call 0712345678', n: 1 }, null],
	};
	const copy = structuredClone(answer);
	expect(maskPhonesIn(answer)).toEqual({
		phone_number: '••• bab',
		sha256: hash,
		list: [{ note: 'Call 0712 ••• 678', n: 1 }, null],
	});
	expect(answer).toEqual(copy);
	expect([isHidden('0712 ••• 678'), isHidden('254712345678'), isHidden(null)]).toEqual([
		true,
		false,
		false,
	]);
});
