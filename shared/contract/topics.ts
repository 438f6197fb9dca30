import { z } from '../zod.ts';
import { flag, id, instant, line, link, order, version } from './fields.ts';
import { resource } from './resource.ts';

const fields = z.object({
	name: line('Topic name', 'Topic name is required'),
	order_num: order().optional(),
	isPublished: flag('Published').optional(),
	freeTopic: flag('Free Topic').optional(),
	topicUrl: link().optional(),
});

const item = z
	.object({
		id: id(),
		name: z.string(),
		order_num: z.int(),
		topicUrl: z.string().nullable(),
		isPublished: z.boolean(),
		freeTopic: z.boolean(),
		subject_id: id(),
		created_at: instant(),
		updated_at: instant(),
		version: version(),
	})
	.meta({ id: 'Topic' });

export const topics = resource('topics', {
	item,
	// Some callers name the link `url` when they create; answers always say `topicUrl`.
	create: fields.extend({ url: link().optional() }).meta({ id: 'TopicCreate' }),
	update: fields.partial().meta({ id: 'TopicUpdate' }),
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
