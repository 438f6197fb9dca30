import { type ResourceWord, resources } from '#shared/contract/content/resources.ts';
import { formatCount } from '#shared/grouped.ts';

/** The reason why a row or a whole file is refused. */
export interface Refusal {
	file: string;
	row?: number;
	message: string;
}

const ACCOUNTS = { slug: 'accounts', label: 'Account', plural: 'Accounts' } as const;
const FILES = { slug: 'files', label: 'File', plural: 'Files' } as const;

export type Counts = Record<ResourceWord | 'accounts' | 'files', number>;

/** The result of an import or of a check. */
export interface ImportReport {
	counts: Counts;
	refused: Refusal[];
	notes: string[];
	/** Rows of an update; others are all added. */
	changes?: { added: number; changed: number; unchanged: number };
	done: boolean;
}

/** Formats a refusal: `subjects.csv, row 14: Order must be at least 1`. */
const formatRefusal = ({ file, row, message }: Refusal) =>
	`${row === undefined ? file : `${file}, row ${row}`}: ${message}`;

const joined = new Intl.ListFormat('en-GB');

/** Formats counts: `11 courses, 68 subjects and 1 file`. */
const formatCounts = (counts: Counts) =>
	joined.format(
		[...Object.values(resources), ACCOUNTS, FILES].flatMap(({ slug, label, plural }) =>
			counts[slug] === 0
				? []
				: formatCount(counts[slug], label.toLowerCase(), plural.toLowerCase()),
		),
	);

const formatChanges = (changes: object) =>
	Object.entries(changes)
		.filter(([, count]) => count > 0)
		.map(([word, count]) => `${count} ${word}`)
		.join(', ');

const formatOutcome = ({ counts, refused, changes, done }: ImportReport, dryRun: boolean) => {
	const accepted = formatCounts(counts);
	if (done && changes) return `Read ${accepted}: ${formatChanges(changes)}.`;
	if (done) return `Imported ${accepted}.`;
	if (refused.length > 0)
		return `Nothing ${dryRun ? 'would be' : 'was'} imported: ${formatCount(refused.length, 'problem')}.`;
	return accepted === '' ? 'There is nothing to import.' : `This would import ${accepted}.`;
};

/** Returns the report as lines: each refusal, the notes, and the outcome. */
export const reportLines = (report: ImportReport, dryRun: boolean): string[] => [
	...report.refused.map(formatRefusal),
	...report.notes.map((note) => `Note: ${note}`),
	formatOutcome(report, dryRun),
];
