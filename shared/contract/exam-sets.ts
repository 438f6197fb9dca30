import { yearInNairobi } from '../east-africa-time.ts';
import { z } from '../zod.ts';
import { namesOf, oneOf } from './choices.ts';
import { flag, id, line, order, whole } from './fields.ts';
import { resource } from './resource.ts';

export const YEAR_MIN = 2000;
export const YEAR_MAX = 2050;

/** The year of an exam set; `required` is the message for nothing at all. */
export const year = (required = 'Year is required') =>
	whole('Year', {
		required,
		min: YEAR_MIN,
		tooSmall: 'Year must be 2000 or later',
		max: YEAR_MAX,
		tooBig: 'Year must be 2050 or earlier',
	});

/** When in a year an exam is sat: the month that its series is called by, and the words for it. */
export const seriesWords = {
	march: 'March',
	july: 'July',
	november: 'November',
	other: 'Other',
} as const;
export type Series = keyof typeof seriesWords;
/** The series of an exam set, or null where nobody has said. */
export const series = () => z.nullable(oneOf('Series', namesOf(seriesWords)));

export const examSets = resource('examSets', {
	fields: {
		name: line('Name', 'Name is required'),
		year: z.optional(year()),
		series: z.optional(series()),
		order_num: z.optional(order()),
		is_published: z.optional(flag('Published')),
	},
	item: { course_id: id(), stats: z.object({ paperCount: z.int() }) },
	start: () => ({
		name: '',
		year: yearInNairobi(new Date()),
		series: null,
		order_num: 1,
		is_published: false,
	}),
	labels: {
		name: 'Name',
		year: 'Year',
		series: 'Series',
		order_num: 'Order',
		is_published: 'Status',
	},
	columns: { is_published: 'published' },
});

export type ExamSet = z.infer<typeof examSets.item>;
