import { component, type z } from '../../zod.ts';
import { among, listNames } from '../platform/choices.ts';
import { reason } from '../platform/fields.ts';

/** Kinds of completed payments that are no income, with labels. */
export const writeOffs = { not_ours: 'Not ours', test: 'A test', other: 'Something else' } as const;
export type WriteOff = keyof typeof writeOffs;
export const writeOffNames = listNames(writeOffs);

/** The reason why a completed payment is no income. */
export const writeOffInput = component('NewWriteOff', {
	as: among('As', writeOffNames, 'What it is must be said'),
	reason: reason(),
});
export type WriteOffInput = z.infer<typeof writeOffInput>;
