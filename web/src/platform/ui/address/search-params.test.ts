import { linkOptions } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { transactionsQuery } from '#shared/contract/finance/transactions-query.ts';
import { allExamSets, allTopics } from '#shared/contract/platform/lists.ts';
import { searchParams } from './search-params.ts';

/** Returns the parsed parameters; ignored ones are undefined. */
const parse = (params: object) =>
	Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));

describe('searchParams', () => {
	it('keeps the parameters of the query only', () =>
		expect(
			parse(
				searchParams(allTopics.query)({
					search: ' pipe ',
					course_id: 'c',
					published: 'false',
					sort: '-updated_at',
					page: '3',
					view: 'cards',
					status: 'pending',
					limit: '100',
				}),
			),
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
		{ page: '-2' },
		{ page: '1e3' },
		{ page: '9999999' },
		{ search: '' },
		{ search: 'x'.repeat(201) },
	])('leaves out %j', (wrong) => expect(parse(searchParams(allTopics.query)(wrong))).toEqual({}));

	it('keeps valid parameters next to invalid ones', () => {
		const wrong = { sort: 'year', published: 'no', page: '2' };
		expect(parse(searchParams(allExamSets.query)(wrong))).toEqual({ sort: 'year', page: '2' });
		const backwards = { from: '2026-02-01', to: '2026-01-01', status: 'lost' };
		expect(parse(searchParams(transactionsQuery)(backwards))).toEqual({
			from: '2026-02-01',
			to: '2026-01-01',
		});
	});

	it('types the search parameters of links', () => {
		linkOptions({ to: '/admin/transactions', search: { status: 'pending', page: '2' } });
		// @ts-expect-error there is no such status
		linkOptions({ to: '/admin/transactions', search: { status: 'perhaps' } });
		// @ts-expect-error topics have no status
		linkOptions({ to: '/admin/topics', search: { status: 'pending' } });
	});
});
