import { openapi, z } from '../zod.ts';

/** The display order that puts a new item last: the highest of its siblings plus one, or 1. */
export const nextOrder = z.object({ order_num: z.int() }).register(openapi, { id: 'NextOrder' });

export type NextOrder = z.infer<typeof nextOrder>;
