import { z } from '../../zod.ts';
import { externalId, flag, id, line, link, order, visibleFrom } from '../platform/fields.ts';
import { resource } from './resource.ts';

export const topics = resource('topics', {
	fields: {
		name: line('Topic name', 'Topic name is required'),
		order_num: z.optional(order()),
		isPublished: z.optional(flag('Published')),
		freeTopic: z.optional(flag('Free Topic')),
		topicUrl: z.optional(link()),
		visible_from: z.optional(visibleFrom()),
		external_id: z.optional(externalId()),
	},
	// Some clients name the link `url` in creates; answers always name it `topicUrl`.
	inCreate: { url: z.optional(link()) },
	item: { subject_id: id() },
	start: (order_num = null) => ({
		name: '',
		order_num,
		isPublished: true,
		freeTopic: false,
		topicUrl: null,
		visible_from: null,
		external_id: null,
	}),
	labels: {
		name: 'Topic Name',
		order_num: 'Display Order',
		isPublished: 'Status',
		freeTopic: 'Access',
		topicUrl: 'Content File',
		visible_from: 'Shown From',
		external_id: 'External ID',
	},
	columns: { isPublished: 'published', freeTopic: 'free', topicUrl: 'url' },
});

export type Topic = z.infer<typeof topics.item>;
