import { searchCalls } from '#shared/contract/content/calls.ts';
import { answerCalls } from '../../platform/api/calls.ts';
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

	answerCalls(api, { database }, searchCalls, {
		searchItems: async ({ query: { q, kinds }, masksPhones, caller }) => {
			const wanted = kinds?.split(',');
			const allowed = sourcesOf(masksPhones).filter(
				({ kind, needs }) =>
					caller?.may.has(needs) && (wanted === undefined || wanted.includes(kind)),
			);
			return search(database.read, allowed, q);
		},
	});
};
