import { expect, it } from 'vitest';
import { maskPhones, withoutPhones } from './hidden-phones.ts';
import { isHidden } from './phone.ts';

it.each([
	['254712345678', '0712 ••• 678'],
	['0712345678', '0712 ••• 678'],
	['0112 345 678', '0112 ••• 678'],
	['+254 712 345 678, or 0712-345-678.', '0712 ••• 678, or 0712 ••• 678.'],
	['712345678', '0712 ••• 678'],
	['UF0712345678', 'UF0712 ••• 678'],
	['{"Name":"PhoneNumber","Value":254712345678}', '{"Name":"PhoneNumber","Value":"0712 ••• 678"}'],
	['{"PartyA": "254712345678"}', '{"PartyA": "0712 ••• 678"}'],
	['ws_CO_23112026113000123712345678', 'ws_CO_231120261130001230712 ••• 678'],
	['0798/765/432', '0798 ••• 432'],
	['798,765,432', '0798 ••• 432'],
	['0798\u2011765\u2013432', '0798 ••• 432'],
	['+254\u00a0798 765−432', '0798 ••• 432'],
	['٠٧٩٨٧٦٥٤٣٢', '0798 ••• 432'],
	['０７９８７６５４３２', '0798 ••• 432'],
	['𝟎𝟕𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐!', '0798 ••• 432!'],
	['École: 07\u200b98\u00ad765\u2060432, Jane', 'École: 0798 ••• 432, Jane'],
	['line\\n0712345678', 'line\\n0712 ••• 678'],
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
	'École – 12 Ñ ٣ 𝟑',
	'0'.repeat(20) + '1712345678ab'.repeat(3),
])('nothing else is: %s', (text) => {
	expect(maskPhones(text)).toBe(text);
});

it('masks all texts of an answer without changing the original', () => {
	const hash = 'ab'.repeat(32);
	const answer = {
		phone_number: hash,
		sha256: hash,
		list: [{ note: 'Call 0712345678', n: 1 }, null],
	};
	const copy = structuredClone(answer);
	expect(withoutPhones(answer)).toEqual({
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
