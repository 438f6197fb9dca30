import { openapi, z } from '../zod.ts';
import { flag, id, instant, line, order, version } from './fields.ts';
import { resource } from './resource.ts';

const create = z
	.object({
		name: line('Subject name', 'Subject name is required'),
		order_num: z.optional(order()),
		published: z.optional(flag('Published')),
		freeSubject: z.optional(flag('Free Subject')),
	})
	.register(openapi, { id: 'SubjectCreate' });

const item = z
	.object({
		id: id(),
		name: z.string(),
		order_num: z.int(),
		published: z.boolean(),
		freeSubject: z.boolean(),
		course_id: id(),
		stats: z.object({ topicCount: z.int(), paperCount: z.int() }),
		created_at: instant(),
		updated_at: instant(),
		version: version(),
	})
	.register(openapi, { id: 'Subject' });

export const subjects = resource('subjects', {
	item,
	create,
	update: z.partial(create).register(openapi, { id: 'SubjectUpdate' }),
	labels: {
		name: 'Subject Name',
		order_num: 'Order',
		published: 'Published',
		freeSubject: 'Free Subject',
	},
	columns: { freeSubject: 'free' },
});

export type Subject = z.infer<typeof item>;
