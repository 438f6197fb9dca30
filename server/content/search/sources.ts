import {
	COUNTED_MAX,
	NAMED,
	type SearchGroup,
	type SearchHit,
	type SearchKind,
} from '#shared/contract/content/search.ts';
import type { Permission } from '#shared/contract/platform/access.ts';
import { foldCase, NAME_MAX } from '#shared/contract/platform/fields.ts';
import type { Person } from '#shared/contract/platform/people.ts';
import { buildSearchText, hasAllWords, splitWords } from '#shared/search-key.ts';
import type { Db } from '../../platform/db/database.ts';
import { isId } from '../../platform/db/engine.ts';
import { listPeople } from '../../platform/people/store.ts';
import { findPlacedItems } from '../resources/placed-items.ts';
import { type Rank, rankItems, ranks, rankText } from '../resources/search.ts';
import type { ContentStore } from '../resources/store.ts';

const toPersonHit = ({ id, name, email }: Person): SearchHit => ({
	id,
	kind: 'people',
	name,
	path: [],
	published: null,
	note: foldCase(email),
});

/** The matches of one kind, with the rank of the best one. */
export interface Found extends SearchGroup {
	rank: Rank;
}

/** A kind that can be searched, and the permission that this needs. */
export interface Source {
	kind: SearchKind;
	needs: Permission;
	find: (db: Db, text: string) => Promise<Found | undefined>;
}

/** Searches a kind of content by id, code and name. */
export const createContentSource = ({ resource, references }: ContentStore): Source => {
	const { key, slug: kind, read: needs } = resource;
	const find: Source['find'] = async (db, text) => {
		const id = foldCase(text);
		const items = isId(id) ? await findPlacedItems(db, key, [id]) : [];
		if (items.length > 0) return { kind, rank: 'exact', total: 1, items };
		// A longer text, such as a pasted message, is not a name.
		if ([...text].length > NAME_MAX) return undefined;
		const limits = { most: NAMED, counted: COUNTED_MAX };
		const ranked = await rankItems(db, key, references, text, limits);
		if (!ranked) return undefined;
		const { ids, best, ...count } = ranked;
		return { kind, rank: best, ...count, items: await findPlacedItems(db, key, ids) };
	};
	return { kind, needs, find };
};

const rankOfPerson = ({ id, name, email }: Person, text: string): Rank | undefined => {
	const typed = foldCase(text);
	if (id === typed || foldCase(email) === typed) return 'exact';
	if (splitWords(text).length === 0) return undefined;
	const document = buildSearchText(name, [email]);
	return hasAllWords(document, text) ? rankText(document, text) : undefined;
};

/** Searches people by name and e-mail address. */
export const createPeopleSource = (): Source => {
	const kind = 'people';
	const find: Source['find'] = async (db, text) => {
		const ranked = (await listPeople(db))
			.flatMap((person) => {
				const rank = rankOfPerson(person, text);
				return rank ? { person, rank } : [];
			})
			.sort(
				(a, b) =>
					ranks.indexOf(a.rank) - ranks.indexOf(b.rank) ||
					(a.person.updated_at < b.person.updated_at ? 1 : -1),
			);
		const [best] = ranked;
		if (!best) return undefined;
		const items = ranked.slice(0, NAMED).map(({ person }) => toPersonHit(person));
		return { kind, rank: best.rank, total: ranked.length, items };
	};
	return { kind, needs: 'people:manage', find };
};
