import { z } from '#shared/zod.ts';

/** The envelope of every success. */
export const success = <Data extends z.ZodMiniType>(data: Data) =>
	z.object({ success: z.literal(true), data });
