import { now } from '../../clock.ts';
import { toYear } from '../../east-africa-time.ts';
import { z } from '../../zod.ts';
import { listNames, oneOf } from '../platform/choices.ts';
import { externalId, flag, id, line, order, visibleFrom, whole } from '../platform/fields.ts';
import { resource } from './resource.ts';

export const YEAR_MIN = 2000;
export const YEAR_MAX = 2050;

/** Makes the schema of an exam set's year; `required` is the message for a missing value. */
export const year = (required = 'Year is required') =>
	whole('Year', {
		required,
		min: YEAR_MIN,
		tooSmall: 'Year must be 2000 or later',
		max: YEAR_MAX,
		tooBig: 'Year must be 2050 or earlier',
	});

/** Series by the month of their exams, with their labels. */
export const seriesWords = {
	march: 'March',
	july: 'July',
	november: 'November',
	other: 'Other',
} as const;
export type Series = keyof typeof seriesWords;
/** Makes the schema of an exam set's series; null if unknown. */
export const series = () => z.nullable(oneOf('Series', listNames(seriesWords)));

export const examSets = resource('examSets', {
	fields: {
		name: line('Name', 'Name is required'),
		year: z.optional(year()),
		series: z.optional(series()),
		order_num: z.optional(order()),
		is_published: z.optional(flag('Published')),
		visible_from: z.optional(visibleFrom()),
		external_id: z.optional(externalId()),
	},
	item: { course_id: id(), stats: z.object({ paperCount: z.int() }) },
	start: () => ({
		name: '',
		year: toYear(new Date(now())),
		series: null,
		order_num: 1,
		is_published: false,
		visible_from: null,
		external_id: null,
	}),
	labels: {
		name: 'Name',
		year: 'Year',
		series: 'Series',
		order_num: 'Order',
		is_published: 'Status',
		visible_from: 'Shown From',
		external_id: 'External ID',
	},
	columns: { is_published: 'published' },
});

export type ExamSet = z.infer<typeof examSets.item>;
