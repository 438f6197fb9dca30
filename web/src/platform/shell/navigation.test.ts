import { describe, expect, it } from 'vitest';
import { slugsInCourse } from '#shared/contract/content/resources.ts';
import { listPermissions, type Role } from '#shared/contract/platform/access.ts';
import { filterDestinations, findBestMatch } from './navigation.ts';

describe('sidebar', () => {
	it('marks only the best match', () => {
		expect(findBestMatch('/admin/courses/1')?.label).toBe('Courses');
		expect(findBestMatch('/admin/coverage')?.label).toBe('Courses');
		expect(findBestMatch('/admin')?.label).toBe('Dashboard');
		expect(findBestMatch('/elsewhere')).toBeUndefined();
	});

	it.each(['/admin/nowhere', '/admin/account', '/admin/courses-archive'])(
		'marks nothing at %s, which has no entry',
		(path) => {
			expect(findBestMatch(path)).toBeUndefined();
		},
	);

	it('has no entry of a part that is off', () => {
		const permissions = listPermissions('admin').filter((one) => !/^payments|^accounts/.test(one));
		const labels = filterDestinations({ permissions, parts: [] }).flatMap(({ entries }) =>
			entries.map(({ label }) => label),
		);
		expect(labels).toContain('Past Papers');
		for (const label of ['Dashboard', 'MPesa Transactions', 'Reconciliation', 'Intake'])
			expect(labels).not.toContain(label);
	});

	it.each([
		[
			'admin',
			[
				...['Dashboard', 'Courses', 'MPesa Transactions', 'Intake', 'Trash', 'Reconciliation'],
				...['Accounts', 'People', 'API Keys', 'Audit Trail', 'Status'],
			],
		],
		['editor', ['Courses', 'Intake', 'Trash']],
		['finance', ['Dashboard', 'Courses', 'MPesa Transactions', 'Reconciliation', 'Accounts']],
		['viewer', ['Courses']],
	] as const)(
		'shows %s the entries that the role may use, and always the lists of content',
		(role, expected) => {
			const shown = filterDestinations({
				permissions: listPermissions(role satisfies Role),
				parts: ['papers', 'finance'],
			}).flatMap(({ entries }) => entries);
			const lists: readonly string[] = slugsInCourse.map((word) => `/admin/${word}`);
			const others = shown.filter(({ to }) => !lists.includes(to));
			expect(others.map(({ label }) => label)).toEqual(expected);
			expect(shown.map(({ label }) => label)).toEqual(
				expect.arrayContaining(['Subjects', 'Topics', 'Exam Sets', 'Past Papers']),
			);
		},
	);
});
