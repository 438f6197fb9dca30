import { z } from '../zod.ts';
import { id, instant, line, order, PRICE_MAX, paragraphs, version, whole } from './fields.ts';
import { resource } from './resource.ts';

/** The three categories, fixed by the platform, with the words that people see. */
export const categories = {
	cat_diploma: 'Diploma',
	cat_certificate: 'Certificate',
	cat_artisan: 'Artisan',
} as const;

export type CategoryId = keyof typeof categories;

const categoryIds = Object.keys(categories) as [CategoryId, ...CategoryId[]];

const create = z
	.object({
		name: line('Course name', 'Course name is required'),
		description: paragraphs('Description').optional(),
		duration: whole('Duration', { min: 1, max: 120 }).nullable().optional(),
		price: whole('Price', { min: 0, max: PRICE_MAX }).nullable().optional(),
		order_num: order(),
		category_id: z.enum(categoryIds, {
			error: ({ input }) =>
				input === undefined || input === null || input === ''
					? 'Category is required'
					: 'Category must be one of Diploma, Certificate and Artisan',
		}),
	})
	.meta({ id: 'CourseCreate' });

const item = z
	.object({
		id: id(),
		name: z.string(),
		description: z.string().nullable(),
		duration: z.int().nullable().meta({ description: 'Months.' }),
		price: z.int().nullable().meta({ description: 'Whole Kenyan shillings.' }),
		order_num: z.int(),
		category_id: z.enum(categoryIds),
		created_at: instant(),
		updated_at: instant(),
		version: version(),
	})
	.meta({ id: 'Course' });

export const courses = resource('courses', {
	item,
	create,
	update: create.partial().meta({ id: 'CourseUpdate' }),
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

export type Course = z.infer<typeof item>;
