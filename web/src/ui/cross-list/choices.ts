import { yearInNairobi } from '#shared/east-africa-time.ts';

const YEARS = 15;

const years = () => {
	const next = yearInNairobi(new Date()) + 1;
	return Object.fromEntries(
		Array.from({ length: YEARS }, (_, back) => [`${next - back}`, `${next - back}`]),
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
} as const;
export type Choice = keyof typeof choices;
