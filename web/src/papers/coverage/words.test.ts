import { expect, it } from 'vitest';
import { formatMissing } from './words.ts';

const none = { published: 0, draft: 0, no_file: 0, missing: 0, not_held: 0 };
const words = (totals: Partial<typeof none>) =>
	formatMissing({ columns: [], rows: [], totals: { ...none, ...totals } });

it('returns the number of subject and series pairs without a paper', () => {
	expect(words({ missing: 12, published: 48 })).toBe(
		'12 of 60 subject and series pairs have no paper',
	);
	expect(words({ missing: 1 })).toBe('1 of 1 subject and series pair has no paper');
	expect(words({ published: 8, draft: 1 })).toBe('All 9 papers exist');
	expect(words({ no_file: 1 })).toBe('The only paper exists');
	expect(words({ not_held: 3 })).toBe('No papers yet');
});
