import { describe, expect, it } from 'vitest';
import { allExamSets, allTopics } from '#shared/contract/lists.ts';
import { asked } from './asked.ts';

describe('what an address asks of a list across all courses', () => {
	it('is what the list knows', () =>
		expect(
			asked(allTopics, {
				search: ' pipe ',
				course_id: 'c',
				published: 'false',
				sort: '-updated_at',
				page: '3',
				view: 'cards',
				status: 'pending',
			}),
		).toEqual({
			search: 'pipe',
			course_id: 'c',
			published: 'false',
			sort: '-updated_at',
			page: '3',
		}));

	it.each([
		{ published: 'perhaps' },
		{ free: '' },
		{ sort: 'year' },
		{ page: '0' },
		{ page: '1' },
		{ page: '-2' },
		{ page: '1e3' },
		{ page: '9999999' },
		{ search: '' },
		{ search: 'x'.repeat(201) },
	])('is without %j', (state) => expect(asked(allTopics, state)).toEqual({}));

	it('keeps what is right beside what is wrong', () =>
		expect(asked(allExamSets, { sort: 'year', published: 'no', page: '2' })).toEqual({
			sort: 'year',
			page: '2',
		}));
});
