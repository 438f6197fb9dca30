import { described, z } from '../zod.ts';
import { among, namesOf } from './choices.ts';
import { line, order, PRICE_MAX, paragraphs, whole } from './fields.ts';
import { resource } from './resource.ts';

/** The three categories, fixed by the platform, with their labels. */
export const categories = {
	cat_diploma: 'Diploma',
	cat_certificate: 'Certificate',
	cat_artisan: 'Artisan',
} as const;

export const courses = resource('courses', {
	fields: {
		name: line('Course name', 'Course name is required'),
		description: z.optional(paragraphs('Description')),
		duration: z.nullish(whole('Duration', { min: 1, max: 120 })),
		price: z.nullish(whole('Price', { min: 0, max: PRICE_MAX })),
		order_num: order(),
		category_id: among('Category', namesOf(categories), 'Category is required'),
	},
	item: {
		duration: described(z.nullable(z.int()), 'Months.'),
		price: described(z.nullable(z.int()), 'Whole Kenyan shillings.'),
		stats: z.object({
			subjectCount: z.int(),
			topicCount: z.int(),
			examSetCount: z.int(),
			paperCount: z.int(),
			drafts: z.int(),
		}),
	},
	start: (order_num = null) => ({
		name: '',
		description: null,
		duration: null,
		price: null,
		order_num,
		category_id: null,
	}),
	labels: {
		name: 'Course Name',
		description: 'Description',
		duration: 'Duration (months)',
		price: 'Price (KES)',
		order_num: 'Order',
		category_id: 'Category',
	},
	columns: {},
});

export type Course = z.infer<typeof courses.item>;
