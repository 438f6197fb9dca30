import { useQuery } from '@tanstack/react-query';
import type { SearchHit } from '#shared/contract/content/search.ts';
import { queryCall } from '../../api/calls.ts';
import type { Group } from './entry.ts';
import { buildEntry } from './result-entries.ts';

const YEAR = /\b20\d\d\b/;
const SERIES = /\b(20\d\d|march|july|november|series)\b/gi;

const readYear = ({ name, path }: Pick<SearchHit, 'name' | 'path'>) =>
	Number(YEAR.exec([name, ...path.map((parent) => parent.name)].join(' '))?.[0] ?? 0);

/** Returns the papers of other series, nearest first, for a text with a year for which nothing was found. */
export const useNeighbours = (text: string, isMissing: boolean, person: string): Group[] => {
	const year = Number(YEAR.exec(text)?.[0] ?? 0);
	const rest = text.replace(SERIES, ' ').replace(/\s+/g, ' ').trim();
	const { data } = useQuery({
		queryKey: ['search', 'neighbours', rest],
		queryFn: queryCall('GET /search', { query: { q: rest, kinds: 'pastpapers' } }),
		enabled: isMissing && year > 0 && rest.length > 1,
	});
	const papers = (isMissing && year > 0 && data?.groups[0]?.items) || [];
	const distance = (hit: SearchHit) => Math.abs(readYear(hit) - year);
	const nearest = papers.toSorted((a, b) => distance(a) - distance(b));
	const entries = nearest.map((hit) => buildEntry(hit, person, 'near '));
	return entries.length > 0 ? [{ title: 'Papers of other series', entries }] : [];
};
