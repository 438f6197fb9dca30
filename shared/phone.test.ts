import { expect, it } from 'vitest';
import {
	compareShown,
	findPhones,
	isMasked,
	isPayersNumber,
	parsePhoneBeginning,
	readPhone,
} from './phone.ts';

it('compares two numbers by the digits that both show', () => {
	const masked = { first: 4, last: 3, isAlike: true };
	expect(compareShown('254712345678', '2547 ***** 678')).toEqual(masked);
	expect(compareShown('25471****678', '25472****678')).toMatchObject({ isAlike: false });
	expect(compareShown('254712345678', '254712345679')).toMatchObject({ first: 12, isAlike: false });
	for (const mask of ['2547*678', '2547 ********* 678', '254712***678', '0712***678'])
		expect([isMasked(mask), compareShown('254712345678', mask)?.isAlike]).toEqual([true, true]);
	for (const text of ['2547****78', '2547***', '254712345678', '254712345****678', 'JANE****678'])
		expect(isMasked(text), text).toBe(false);
});

it('does not compare the digits of a hash', () => {
	const hash = `2547${'ab'.repeat(28)}5678`;
	expect(compareShown(hash, '254799995678')).toBeUndefined();
});

it('reads a number with text direction marks, as contacts copy them', () => {
	for (const copied of [
		'\u202a+254 712\u00a0345\u00a0678\u202c',
		'\u200e0712345678',
		'\ufeff712-345-678',
		'tel:0712345678',
	])
		expect(readPhone(copied)).toBe('254712345678');
	expect(parsePhoneBeginning('\u20660712\u2069')).toBe('254712');
	expect(findPhones('Payer \u202a+254712345678\u202c asks')).toEqual(['254712345678']);
	expect(isPayersNumber('\u202a0712345678\u202c')).toBe(true);
});
