import { component, z } from '../../zod.ts';

/** A price for months of access. */
export const plan = component('Plan', {
	months: z.int(),
	amount: z.int(),
});
export type Plan = z.infer<typeof plan>;
