import { component, describeAs, z } from '../../zod.ts';
import { resourceSlug } from '../content/resources.ts';
import { date, id, makeCheckedText } from '../platform/fields.ts';

/** Number of days for which counts are kept. */
export const USE_DAYS = 400;
export const USE_DAYS_DEFAULT = 30;

export const courseUseQuery = z.object({
	days: describeAs(
		z.optional(
			makeCheckedText(
				`Days must be from 1 to ${USE_DAYS}`,
				(text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= USE_DAYS,
				'Days must be a whole number',
			),
		),
		`Days up to today, in East Africa Time; ${USE_DAYS_DEFAULT} if omitted.`,
	),
});

/** Numbers of links to files of a course that were given out. */
export const courseUse = component('CourseUse', {
	items: z.array(z.object({ kind: resourceSlug(), id: id(), name: z.string(), opened: z.int() })),
	days: z.array(z.object({ day: date(), opened: z.int() })),
});
export type CourseUse = z.infer<typeof courseUse>;
