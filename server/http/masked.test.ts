import { expect, it } from 'vitest';
import { masked } from './masked.ts';

it.each([
	['254712345678', '*********678'],
	['+254 712 345-678', '+*** *** ***-678'],
	['ws_CO_260720251030001712345678', `ws_CO_${'*'.repeat(21)}678`],
	['29115-34620561-1', '*****-******61-1'],
	['SGR7A1B2C3', 'SGR7A1B2C3'],
	['KNEC-2026', 'KNEC-2026'],
	['Year 2026, 12345 copies', 'Year 2026, 12345 copies'],
])('shows of %s only %s', (text, shown) => {
	expect(masked(text)).toBe(shown);
});
