import { type ResourceWord, resources } from '#shared/contract/resources.ts';
import { numberOf } from '#shared/grouped.ts';

/** One thing that keeps a row, or a whole file, out. */
export interface Refusal {
	/** The name of the file in the folder; the folder itself where it is about no file. */
	file: string;
	/** In a sheet as a spreadsheet counts, its header being row 1; in JSON the items from 1. */
	row?: number;
	message: string;
}

const FILES = { word: 'files', label: 'File', plural: 'Files' } as const;

export type Counts = Record<ResourceWord | 'files', number>;

/** What an import did, or what a check found. */
export interface ImportReport {
	/** What was imported; where nothing was written, what could be. */
	counts: Counts;
	refused: Refusal[];
	/** Oddities that keep nothing out. */
	notes: string[];
	/** Whether anything was written. */
	done: boolean;
}

/** What people call the place of a row in its file: 'row 14', in JSON 'item 3'. */
export const placeName = ({ file, row }: { file: string; row: number }) =>
	`${file.endsWith('.json') ? 'item' : 'row'} ${row}`;

/** `subjects.csv, row 14: Order must be at least 1` */
const refusalLine = ({ file, row, message }: Refusal) =>
	`${row === undefined ? file : `${file}, ${placeName({ file, row })}`}: ${message}`;

const joined = new Intl.ListFormat('en-GB');

/** `11 courses, 68 subjects and 1 file` */
const countsLine = (counts: Counts) =>
	joined.format(
		[...Object.values(resources), FILES].flatMap(({ word, label, plural }) =>
			counts[word] === 0 ? [] : numberOf(counts[word], label.toLowerCase(), plural.toLowerCase()),
		),
	);

const outcome = ({ counts, refused, done }: ImportReport, dryRun: boolean) => {
	const accepted = countsLine(counts);
	if (done) return `Imported ${accepted}${refused.length > 0 ? ', without the rows above' : ''}.`;
	if (refused.length === 0)
		return accepted === '' ? 'There is nothing to import.' : `This would import ${accepted}.`;
	const problems = numberOf(refused.length, 'problem');
	const rest = accepted === '' ? '' : `, or import the rest with --skip-refused: ${accepted}`;
	const them = refused.length === 1 ? 'it' : 'them';
	return `Nothing ${dryRun ? 'would be' : 'was'} imported: ${problems}. Correct ${them}${rest}.`;
};

/** What a person reads: each refusal, the notes, and what became of it. */
export const reportLines = (report: ImportReport, dryRun: boolean): string[] => [
	...report.refused.map(refusalLine),
	...report.notes.map((note) => `Note: ${note}`),
	outcome(report, dryRun),
];
