import { describe, expect, it } from 'vitest';
import { needsIds } from './missing-id.ts';

const open = (params: Record<string, string>) => () => needsIds({ params });

describe('needsIds', () => {
	it.each(['undefined', 'null', '', ' ', '..'])('rejects “%s” as an id', (courseId) => {
		expect(open({ courseId })).toThrow(
			expect.objectContaining({ isNotFound: true, data: { missing: 'Course ID is required.' } }),
		);
	});

	it('accepts ids of any other form', () => {
		expect(open({ courseId: '7', examSetId: 'new' })).not.toThrow();
	});

	it('accepts any name', () => {
		expect(open({ courseId: '7', courseName: 'null' })).not.toThrow();
	});
});
