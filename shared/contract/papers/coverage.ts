import { component, z } from '../../zod.ts';
import { series, seriesWords, year } from '../content/exam-sets.ts';
import { ofEach } from '../platform/choices.ts';
import { id, instant } from '../platform/fields.ts';

/** States of an exam's paper, best first. */
export const coverageStates = ['published', 'draft', 'no_file', 'missing', 'not_held'] as const;
export type CoverageState = (typeof coverageStates)[number];
const state = () => z.enum(coverageStates);

const column = z.object({ year: z.int(), series: series() });
/** A year and a series of exams. */
export type CoverageColumn = z.infer<typeof column>;

const cell = component('CoverageCell', {
	state: z.nullable(state()),
	papers: z.array(id()),
	marked: z.optional(z.object({ by: z.string(), at: instant(), whole: z.boolean() })),
});
export type CoverageCell = z.infer<typeof cell>;

/** The existing and missing papers of a course: subjects in display order, years and series newest first. */
export const coverage = component('Coverage', {
	columns: z.array(column),
	rows: z.array(
		z.object({
			subject: z.nullable(z.object({ id: id(), name: z.string() })),
			cells: z.array(cell),
		}),
	),
	totals: ofEach(coverageStates, z.int),
});
export type Coverage = z.infer<typeof coverage>;

/** Sets or clears `not_held` for an exam: of one subject, or of a whole series. */
export const notHeld = component('NotHeld', {
	subject_id: z.nullable(z.string('Subject must be one of the course')),
	year: year(),
	series: series(),
	not_held: z.boolean('Not held must be true or false'),
});
export type NotHeld = z.infer<typeof notHeld>;

/** A series with missing papers of a course, and their number. */
export const lacking = component('LackingSeries', {
	course: z.object({ id: id(), name: z.string() }),
	year: z.int(),
	series: series(),
	missing: z.int(),
	subjects: z.int(),
});
export type Lacking = z.infer<typeof lacking>;

/** Formats a column: 'July 2023', or '2023' without a series. */
export const formatColumn = ({ year: of, series: month }: CoverageColumn) =>
	month === null ? `${of}` : `${seriesWords[month]} ${of}`;
