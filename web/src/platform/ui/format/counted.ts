import { bySlug, type ResourceWord, resources } from '#shared/contract/content/resources.ts';
import { listNames } from '#shared/contract/platform/choices.ts';
import { formatCount } from '#shared/grouped.ts';

/** Returns '3 subjects' in an array; an empty array for 0. */
export const listCount = (count: number, one: string, many?: string) =>
	count === 0 ? [] : [formatCount(count, one, many)];

/** Formats a number of items: '12 topics', '1 exam set', '0 courses'. */
export const formatItemCount = (kind: ResourceWord | 'transactions', count: number) => {
	if (kind === 'transactions') return formatCount(count, 'payment');
	const { label, plural } = bySlug[kind] ?? resources.topics;
	return formatCount(count, label.toLowerCase(), plural.toLowerCase());
};

/** Lists the counts of each kind, without zeros: '3 subjects', '41 topics'. */
export const listCounts = (counts: Readonly<Record<string, unknown>>) =>
	([...listNames(bySlug), 'transactions'] as const).flatMap((kind) => {
		const count = Number(counts[kind] ?? 0);
		return count === 0 ? [] : [formatItemCount(kind, count)];
	});

/** Joins parts to a text: 'a, b and c'. */
export const joinParts = (parts: readonly string[]) =>
	parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** Returns what counted items become: 'a draft' for '1 paper' alone, else 'drafts'. */
export const formatDrafts = (counts: readonly string[]) =>
	counts.length === 1 && counts[0]?.startsWith('1 ') ? 'a draft' : 'drafts';
