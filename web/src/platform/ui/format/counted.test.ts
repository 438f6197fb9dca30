import { expect, it } from 'vitest';
import { formatDrafts } from './counted.ts';

it('names one draft only for one item', () => {
	expect(formatDrafts(['1 past paper'])).toBe('a draft');
	expect(formatDrafts(['1 past paper', '1 exam set'])).toBe('drafts');
	expect(formatDrafts(['1,200 past papers'])).toBe('drafts');
});
