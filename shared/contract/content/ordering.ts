import { component, z } from '../../zod.ts';
import { id } from '../platform/fields.ts';

/** Moves these rows before another row; null puts them last. */
export const orderRequest = component('OrderRequest', {
	ids: z
		.array(z.string('Ids must be texts'), 'Ids must be a list')
		.check(
			z.minLength(1, 'Ids must name at least one row'),
			z.maxLength(1_000, 'Ids must be at most 1,000'),
		),
	before: z.nullable(z.string('Before must be an id or null')),
});
export type OrderRequest = z.infer<typeof orderRequest>;

/** The whole list in its order. */
export const orderedRows = z.array(component('OrderedRow', { id: id(), order_num: z.int() }));

export type OrderedRow = z.infer<typeof orderedRows>[number];

/** The display order that puts a new item last: the highest of its siblings plus one, or 1. */
export const nextOrder = component('NextOrder', { order_num: z.int() });

export type NextOrder = z.infer<typeof nextOrder>;
