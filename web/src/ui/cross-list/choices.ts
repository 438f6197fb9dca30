import { seriesWords, YEAR_MIN } from '#shared/contract/exam-sets.ts';
import { NONE } from '#shared/contract/lists.ts';
import { paperKindWords } from '#shared/contract/past-papers.ts';
import { yearInNairobi } from '#shared/east-africa-time.ts';

/** All that an exam set may have, until the next: a grid of coverage leads to any of them. */
const years = () => {
	const next = yearInNairobi(new Date()) + 1;
	return Object.fromEntries(
		Array.from({ length: next - YEAR_MIN + 1 }, (_, back) => [`${next - back}`, `${next - back}`]),
	);
};

/** The choices that a list across all courses may be narrowed to, beside its course. */
export const choices = {
	published: { label: 'Status', all: 'Any status', options: { true: 'Published', false: 'Draft' } },
	free: { label: 'Access', all: 'Any access', options: { true: 'Free', false: 'Premium' } },
	without_file: {
		label: 'File',
		all: 'File or none',
		options: { true: 'Without a file', false: 'With a file' },
	},
	without_papers: {
		label: 'Papers',
		all: 'Papers or none',
		options: { true: 'Without papers', false: 'With papers' },
	},
	year: { label: 'Year', all: 'Any year', options: years() },
	series: {
		label: 'Series',
		all: 'Any series',
		options: { ...seriesWords, [NONE]: 'No series' },
	},
	kind: { label: 'Kind', all: 'Any kind', options: paperKindWords },
} as const;
export type Choice = keyof typeof choices;

/** What is asked only once another one is chosen: few narrow a list that far, and the others fit in one line. */
const AFTER: Partial<Record<Choice, Choice>> = { series: 'year', kind: 'year' };

/** Those of the choices that are shown where a list is narrowed to `chosen`; one that is chosen is always. */
export const shownOf = (names: readonly Choice[], chosen: Partial<Record<Choice, unknown>>) =>
	names.filter((name) => {
		const first = AFTER[name];
		return !first || chosen[first] !== undefined || chosen[name] !== undefined;
	});
