import type { ResourceKey } from '#shared/contract/resources.ts';
import { resources } from '#shared/contract/resources.ts';
import { searchAnswer, searchQuery } from '#shared/contract/search.ts';
import { readFor } from '../../api/read-after.ts';
import type { Database } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import { search } from './search.ts';
import { contentSource, paperSource, paymentSource, peopleSource, textSource } from './sources.ts';
import { openVocabulary } from './vocabulary.ts';

/** One search over everything that the caller may see. */
export const searchRoutes = (api: Api, database: Database, now: () => number) => {
	const vocabulary = openVocabulary(database);
	const sourcesOf = (hides: boolean) => [
		...(Object.keys(resources) as ResourceKey[]).map((key) =>
			key === 'pastPapers' ? paperSource() : contentSource(key),
		),
		paymentSource(now, hides),
		peopleSource(),
		textSource,
	];

	api.get('/search', {
		schema: {
			tags: ['search'],
			operationId: 'search',
			summary:
				'Whatever has this text: content by name, payments, people, all by id, and what stands in papers',
			description:
				'Payments and people are among it for who may see them, and are not even counted for others.',
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
			vocabulary.prepare();
			return readFor(database, request, (read) => search(read, allowed, q, vocabulary.words));
		},
	});
};
