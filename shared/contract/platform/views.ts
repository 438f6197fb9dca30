import { component, openapi, z } from '../../zod.ts';
import { flag, id, line } from './fields.ts';

/** The number of views that a person may keep. */
export const VIEWS_MAX = 20;

/** A list of the console with its filters, under a name. */
export const view = component('View', {
	id: id(),
	name: z.string(),
	address: z.string(),
	shared: z.boolean(),
	own: z.boolean(),
});
export type View = z.infer<typeof view>;

const ADDRESS_MAX = 1_000;

/** `POST /account/views`; only administrators may share one. */
export const viewCreate = component('ViewCreate', {
	name: line('Name', 'Name is required', 60),
	address: line('Address', 'Address is required', ADDRESS_MAX)
		.check(
			z.regex(
				/^\/admin\/[\w/-]+(\?\S*)?$/,
				'Address must be that of a list, such as /admin/topics',
			),
		)
		.register(openapi, { examples: ['/admin/topics?published=false'] }),
	shared: z.optional(flag('Shared')),
});
export type ViewCreate = z.infer<typeof viewCreate>;
