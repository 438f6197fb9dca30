import { expect, it } from 'vitest';
import { yearInNairobi } from './calendar.ts';

it('the year changes at midnight in Nairobi, three hours before it does in Greenwich', () => {
	expect(yearInNairobi(new Date('2026-12-31T20:59:59.999Z'))).toBe(2026);
	expect(yearInNairobi(new Date('2026-12-31T21:00:00.000Z'))).toBe(2027);
});
