import { byWord, type ResourceWord, resources } from '#shared/contract/resources.ts';
import { numberOf } from '#shared/grouped.ts';

/** Returns '3 subjects' in an array; an empty array for 0. */
export const counted = (count: number, one: string, many?: string) =>
	count === 0 ? [] : [numberOf(count, one, many)];

/** Formats a number of items: '12 topics', '1 exam set', '0 courses'. */
export const countedOf = (kind: ResourceWord | 'transactions', count: number) => {
	if (kind === 'transactions') return numberOf(count, 'payment');
	const { label, plural } = byWord[kind] ?? resources.topics;
	return numberOf(count, label.toLowerCase(), plural.toLowerCase());
};

/** Lists the counts of each kind of content, without zeros: '3 subjects', '41 topics'. */
export const countedResources = (counts: { [Word in ResourceWord]?: unknown }) =>
	Object.values(resources).flatMap(({ word }) => {
		const count = Number(counts[word] ?? 0);
		return count === 0 ? [] : [countedOf(word, count)];
	});

/** Joins parts to a text: 'a, b and c'. */
export const joined = (parts: readonly string[]) =>
	parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
