import { component, extendComponent, z } from '../../zod.ts';
import { resourceSlug } from '../content/resources.ts';
import { plan } from '../finance/plans.ts';
import { trueOrFalse } from '../platform/choices.ts';
import { id, instant } from '../platform/fields.ts';

const place = { id: id(), name: z.string(), order_num: z.int() };

const catalogueCourse = component('CatalogueCourse', {
	...place,
	description: z.nullable(z.string()),
	duration: z.nullable(z.int()),
	price: z.nullable(z.int()),
	category_id: z.string(),
});

/** The courses that learners see, and how to pay. */
export const catalogue = component('Catalogue', {
	courses: z.array(catalogueCourse),
	plans: z.array(plan),
	paybill: z.nullable(z.string()),
});
export type Catalogue = z.infer<typeof catalogue>;

const fileFacts = {
	name: z.string(),
	type: z.string(),
	size: z.int(),
	sha256: z.string(),
};

const item = component('LearnerItem', {
	...place,
	free: z.boolean(),
	file: z.nullable(
		z.union([
			z.object({ kind: z.literal('file'), ...fileFacts }),
			z.object({
				kind: z.literal('link'),
				url: z.nullable(z.string()),
			}),
		]),
	),
});
export type LearnerItem = z.infer<typeof item>;

/** A course with everything in it that learners see, in display order. */
export const learnerCourse = extendComponent('LearnerCourse', catalogueCourse, {
	subjects: z.array(z.object({ ...place, topics: z.array(item) })),
	examsets: z.array(
		z.object({
			...place,
			year: z.int(),
			series: z.nullable(z.string()),
			pastpapers: z.array(
				extendComponent('LearnerPaper', item, {
					kind: z.string(),
					codes: z.array(z.string()),
					subject_id: z.nullable(id()),
				}),
			),
		}),
	),
});
export type LearnerCourse = z.infer<typeof learnerCourse>;

const hiddenReasons = ['parent_draft', 'no_file', 'later'] as const;

/** The preview of a course: the answer for learners, and the published items that they do not see. */
export const coursePreview = extendComponent('CoursePreview', learnerCourse, {
	hidden: z.array(
		z.object({
			kind: resourceSlug(),
			id: id(),
			name: z.string(),
			why: z.enum(hiddenReasons),
			visible_from: z.optional(instant()),
		}),
	),
});
export type CoursePreview = z.infer<typeof coursePreview>;

/** Chooses the preview instead of the course; with `drafts=true` as if all were published. */
export const previewQuery = z.object({
	as: z.optional(z.literal('learner', 'As must be learner')),
	drafts: trueOrFalse('Drafts'),
});

/** Names the account that opens the file, for keys. */
export const fileLinkQuery = z.object({
	account: z.optional(z.string('Account must be one text')),
});

/** The parts of a link that prove it. */
export const linkQuery = z.object({
	until: z.optional(z.string('Until must be one text')),
	signature: z.optional(z.string('Signature must be one text')),
});

/** A link to the file of a topic or past paper. */
export const fileLink = component('FileLink', {
	url: z.string(),
	until: z.nullable(instant()),
	name: z.nullable(z.string()),
	type: z.nullable(z.string()),
	size: z.nullable(z.int()),
	sha256: z.nullable(z.string()),
});
export type FileLink = z.infer<typeof fileLink>;
