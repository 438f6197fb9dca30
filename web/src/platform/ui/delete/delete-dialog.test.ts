import { describe, expect, it } from 'vitest';
import { type DeletionImpact, deletionImpact } from '#shared/contract/content/deletion-impact.ts';
import { describeImpact } from './delete-dialog.tsx';

const nothing = Object.fromEntries(
	Object.keys(deletionImpact.shape).map((name) => [name, 0]),
) as DeletionImpact;

describe('deletionImpactText', () => {
	it('counts by kind', () => {
		expect(describeImpact({ ...nothing, subjects: 3, topics: 41, pastpapers: 12 })).toBe(
			'This also deletes 3 subjects, 41 topics and 12 past papers.',
		);
		expect(describeImpact({ ...nothing, examsets: 1, pastpapers: 1_200 })).toBe(
			'This also deletes 1 exam set and 1,200 past papers.',
		);
		expect(describeImpact({ ...nothing, topics: 1 })).toBe('This also deletes 1 topic.');
	});

	it('counts unlinked papers apart from deleted ones', () => {
		expect(describeImpact({ ...nothing, topics: 2, unlinkedPapers: 4 })).toBe(
			'This also deletes 2 topics. 4 past papers will no longer belong to a subject.',
		);
	});

	it('is empty for no items, and names everything inside for unknown counts', () => {
		expect(describeImpact(nothing)).toBe('');
		expect(describeImpact(undefined)).toBe('This also deletes everything inside.');
	});
});
