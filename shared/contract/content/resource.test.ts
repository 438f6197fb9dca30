import { describe, expect, it } from 'vitest';
import type { z } from '../../zod.ts';
import { content } from './content.ts';
import { type AnyResource, buildItemPath, fillPath } from './resource.ts';

describe('an address', () => {
	it('is filled with ids, each in its own segment', () => {
		expect(fillPath('/courses/:courseId/subjects', { courseId: 'a/b ?#%' })).toBe(
			'/courses/a%2Fb%20%3F%23%25/subjects',
		);
		expect(fillPath('/courses', {})).toBe('/courses');
	});

	it('of an item is its list with its id', () => {
		expect(buildItemPath(content.topics)).toBe(
			'/courses/:courseId/subjects/:subjectId/topics/:topicId',
		);
	});
});

describe.each<AnyResource>(Object.values(content))(
	'the contract of $key',
	({ item, create, update }) => {
		it('accepts a part of the fields of a create', () => {
			for (const field of Object.keys(update.shape)) expect(create.shape).toHaveProperty(field);
			expect(update.safeParse({})).toMatchObject({ success: true, data: {} });
		});

		it('does not fill omitted fields', () => {
			const required = create.safeParse({ name: 'N', order_num: 1, category_id: 'cat_artisan' });
			const given = ['category_id', 'name', 'order_num'].filter((field) => field in create.shape);
			expect(Object.keys(required.data ?? {}).sort()).toEqual(given);
		});

		it('always returns every field that it accepts', () => {
			for (const field of Object.keys(update.shape)) expect(item.shape).toHaveProperty(field);
			for (const [field, schema] of Object.entries<z.ZodMiniType>(item.shape))
				expect(schema.safeParse(undefined).success, field).toBe(false);
		});
	},
);
