import { describe, expect, it } from 'vitest';
import {
	describeCounts,
	formatTimeLeft,
	getDeletionLabel,
	getDeletionName,
} from './deletion-words.ts';

describe('deletion words', () => {
	it('return the kind, the name and the items deleted with it', () => {
		expect(getDeletionLabel({ kind: 'examsets' })).toBe('Exam Set');
		expect(getDeletionName({ kind: 'topics', name: 'Ohm’s law' })).toBe('Ohm’s law');
		expect(getDeletionName({ kind: 'topics', name: null })).toBe('Topic');
		expect(describeCounts({ counts: {} })).toBe('');
		expect(describeCounts({ counts: { topics: 9 } })).toBe('with 9 topics');
		expect(describeCounts({ counts: { subjects: 1, topics: 1_200, pastpapers: 2 } })).toBe(
			'with 1 subject, 1,200 topics and 2 past papers',
		);
	});

	it.each([
		['2026-12-23T10:00:00Z', '2026-11-23T10:00:00Z', '30 days left'],
		// Midnight in Nairobi is 21:00 UTC.
		['2026-11-24T20:59:00Z', '2026-11-23T21:01:00Z', 'Last day'],
		['2026-11-24T21:01:00Z', '2026-11-24T20:59:00Z', '1 day left'],
		['2026-11-24T10:00:00Z', '2026-11-25T10:00:00Z', 'Last day'],
		['2029-11-24T10:00:00Z', '2026-11-24T10:00:00Z', '1,096 days left'],
	])('return the time left until %s at %s: %s', (until, now, words) => {
		expect(formatTimeLeft({ until }, Date.parse(now))).toBe(words);
	});
});
