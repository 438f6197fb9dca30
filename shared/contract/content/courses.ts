import { z } from '../../zod.ts';
import { among, listNames, ofEach } from '../platform/choices.ts';
import { externalId, line, order, PRICE_MAX, paragraphs, whole } from '../platform/fields.ts';
import { resource } from './resource.ts';
import { type ResourceKey, resources } from './resources.ts';

/** The three categories, fixed by the platform, with their labels. */
export const categories = {
	cat_diploma: 'Diploma',
	cat_certificate: 'Certificate',
	cat_artisan: 'Artisan',
} as const;

type CountedKey = Exclude<ResourceKey, 'courses'>;
type CountName<Param> = Param extends `${infer Word}Id` ? `${Word}Count` : never;

/** The names of the counts of each kind in a course: `examSetCount`. */
export const courseCounts = Object.fromEntries(
	Object.entries(resources)
		.filter(([key]) => key !== 'courses')
		.map(([key, { param }]) => [key, param.replace(/Id$/, 'Count')]),
) as { readonly [Key in CountedKey]: CountName<(typeof resources)[Key]['param']> };

export const courses = resource('courses', {
	fields: {
		name: line('Course name', 'Course name is required'),
		description: z.optional(paragraphs('Description')),
		duration: z.nullish(whole('Duration', { min: 1, max: 120 })),
		price: z.nullish(whole('Price', { min: 0, max: PRICE_MAX })),
		order_num: order(),
		category_id: among('Category', listNames(categories), 'Category is required'),
		external_id: z.optional(externalId()),
	},
	item: {
		duration: z.nullable(z.int()),
		price: z.nullable(z.int()),
		stats: ofEach([...Object.values(courseCounts), 'drafts'], z.int),
	},
	start: (order_num = null) => ({
		name: '',
		description: null,
		duration: null,
		price: null,
		order_num,
		category_id: null,
		external_id: null,
	}),
	labels: {
		name: 'Course Name',
		description: 'Description',
		duration: 'Duration (months)',
		price: 'Price (KES)',
		order_num: 'Order',
		category_id: 'Category',
		external_id: 'External ID',
	},
	columns: {},
});

export type Course = z.infer<typeof courses.item>;
