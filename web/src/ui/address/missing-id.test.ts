import { describe, expect, it } from 'vitest';
import { needsIds } from './missing-id.ts';

const open = (params: Record<string, string>) => () => needsIds({ params });

describe('an address', () => {
	it.each(['undefined', 'null', '', ' ', '..'])('with “%s” for an id is refused', (courseId) => {
		expect(open({ courseId })).toThrow(
			expect.objectContaining({ isNotFound: true, data: { missing: 'Course ID is required.' } }),
		);
	});

	it('with ids of any other form is left to the server', () => {
		expect(open({ courseId: '7', examSetId: 'new' })).not.toThrow();
	});

	it('may carry a name of any kind', () => {
		expect(open({ courseId: '7', courseName: 'null' })).not.toThrow();
	});
});
