import { describe, expect, it } from 'vitest';
import { bestMatch, covers } from './navigation.ts';

describe('the sidebar', () => {
	it('lights a link whose address the path equals or starts with', () => {
		expect(covers('/admin', '/admin/courses')).toBe(true);
		expect(covers('/admin/courses', '/admin/courses')).toBe(true);
		expect(covers('/admin/courses', '/admin/courses/1/edit')).toBe(true);
		expect(covers('/admin/topics', '/admin/courses')).toBe(false);
	});

	it('does not take one word for the beginning of another', () => {
		expect(covers('/admin/courses', '/admin/courses-archive')).toBe(false);
	});

	it('marks the best match alone', () => {
		expect(bestMatch('/admin/courses/1')?.label).toBe('Courses');
		expect(bestMatch('/admin/nowhere')?.label).toBe('Dashboard');
		expect(bestMatch('/elsewhere')).toBeUndefined();
	});
});
