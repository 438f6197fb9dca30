import { openapi, z } from '../zod.ts';
import { flag, id, instant, line, link, order, version } from './fields.ts';
import { resource } from './resource.ts';

const fields = z.object({
	name: line('Topic name', 'Topic name is required'),
	order_num: z.optional(order()),
	isPublished: z.optional(flag('Published')),
	freeTopic: z.optional(flag('Free Topic')),
	topicUrl: z.optional(link()),
});

const item = z
	.object({
		id: id(),
		name: z.string(),
		order_num: z.int(),
		topicUrl: z.nullable(z.string()),
		isPublished: z.boolean(),
		freeTopic: z.boolean(),
		subject_id: id(),
		created_at: instant(),
		updated_at: instant(),
		version: version(),
	})
	.register(openapi, { id: 'Topic' });

export const topics = resource('topics', {
	item,
	// Some callers name the link `url` when they create; answers always say `topicUrl`.
	create: z.extend(fields, { url: z.optional(link()) }).register(openapi, { id: 'TopicCreate' }),
	update: z.partial(fields).register(openapi, { id: 'TopicUpdate' }),
	labels: {
		name: 'Topic Name',
		order_num: 'Display Order',
		isPublished: 'Status',
		freeTopic: 'Access',
		topicUrl: 'Content File',
	},
	columns: { isPublished: 'published', freeTopic: 'free', topicUrl: 'url' },
});

export type Topic = z.infer<typeof item>;
