import { component, z } from '../zod.ts';

/** The display order that puts a new item last: the highest of its siblings plus one, or 1. */
export const nextOrder = component('NextOrder', { order_num: z.int() });

export type NextOrder = z.infer<typeof nextOrder>;
