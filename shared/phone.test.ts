import { expect, it } from 'vitest';
import { shownAlike } from './phone.ts';

it('compares two numbers by the digits that both show', () => {
	const masked = { first: 4, last: 3, isAlike: true };
	expect(shownAlike('254712345678', '2547 ***** 678')).toEqual(masked);
	expect(shownAlike('25471****678', '25472****678')).toMatchObject({ isAlike: false });
	expect(shownAlike('254712345678', '254712345679')).toMatchObject({ first: 12, isAlike: false });
});

it('does not take the digits of a hash for those of a number', () => {
	const hash = `2547${'ab'.repeat(28)}5678`;
	expect(shownAlike(hash, '254799995678')).toBeUndefined();
});
