import { searchAnswer, searchQuery } from '#shared/contract/content/search.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { ContentStores } from '../resources/store.ts';
import { search } from './search.ts';
import { createContentSource, createPeopleSource, type Source } from './sources.ts';

/** Returns the kinds that other parts add to the search. With `hides`, phone numbers are masked for the caller. */
export type ListSources = (hides: boolean) => Source[];

/** Registers the search over everything that the caller may see. */
export const addSearchRoutes = (
	api: Api,
	database: Database,
	stores: ContentStores,
	listSources: ListSources,
) => {
	const sourcesOf = (hides: boolean) => [
		...Object.values(stores).map(createContentSource),
		createPeopleSource(),
		...listSources(hides),
	];

	api.get('/search', {
		schema: {
			operationId: 'searchItems',
			summary: 'Searches content, payments, people and the text of papers',
			description:
				'Payments and people are included only for callers who may see them. Every word of the query must start a word of the name, code, year or series of an item or of the names of its parents.',
			querystring: searchQuery,
			response: { 200: searchAnswer },
		},
		handler: async (request) => {
			const { q, kinds } = request.query;
			const wanted = kinds?.split(',');
			const allowed = sourcesOf(request.masksPhones).filter(
				({ kind, needs }) =>
					request.caller?.may.has(needs) && (wanted === undefined || wanted.includes(kind)),
			);
			return search(database.read, allowed, q);
		},
	});
};
