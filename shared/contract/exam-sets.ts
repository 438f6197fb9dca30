import { openapi, z } from '../zod.ts';
import { flag, id, instant, line, order, version, whole } from './fields.ts';
import { resource } from './resource.ts';

export const YEAR_MIN = 2000;
export const YEAR_MAX = 2050;

/** The year of an exam set. */
export const year = () =>
	whole('Year', {
		required: 'Year is required',
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
export const series = () =>
	z.nullable(
		z.enum(
			Object.keys(seriesWords) as [Series, ...Series[]],
			'Series must be march, july, november or other',
		),
	);

const create = z
	.object({
		name: line('Name', 'Name is required'),
		year: z.optional(year()),
		series: z.optional(series()),
		order_num: z.optional(order()),
		is_published: z.optional(flag('Published')),
	})
	.register(openapi, { id: 'ExamSetCreate' });

const item = z
	.object({
		id: id(),
		name: z.string(),
		year: z.int(),
		series: series(),
		order_num: z.int(),
		is_published: z.boolean(),
		course_id: id(),
		stats: z.object({ paperCount: z.int() }),
		created_at: instant(),
		updated_at: instant(),
		version: version(),
	})
	.register(openapi, { id: 'ExamSet' });

export const examSets = resource('examSets', {
	item,
	create,
	update: z.partial(create).register(openapi, { id: 'ExamSetUpdate' }),
	labels: {
		name: 'Name',
		year: 'Year',
		series: 'Series',
		order_num: 'Order',
		is_published: 'Status',
	},
	columns: { is_published: 'published' },
});

export type ExamSet = z.infer<typeof item>;
