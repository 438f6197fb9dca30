import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatWhole } from './grouped.ts';

it('writes whole numbers as Intl does', () => {
	fc.assert(
		fc.property(fc.maxSafeInteger(), (value) => {
			expect(formatWhole(value)).toBe(value.toLocaleString('en'));
		}),
		{ examples: [[0], [999], [1000], [-1000], [-999], [1_000_000]] },
	);
});
