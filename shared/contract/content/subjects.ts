import { z } from '../../zod.ts';
import { externalId, flag, id, line, order, visibleFrom } from '../platform/fields.ts';
import { resource } from './resource.ts';

export const subjects = resource('subjects', {
	fields: {
		name: line('Subject name', 'Subject name is required'),
		order_num: z.optional(order()),
		published: z.optional(flag('Published')),
		freeSubject: z.optional(flag('Free Subject')),
		visible_from: z.optional(visibleFrom()),
		external_id: z.optional(externalId()),
	},
	item: {
		course_id: id(),
		stats: z.object({ topicCount: z.int(), paperCount: z.int() }),
	},
	start: () => ({
		name: '',
		order_num: 1,
		published: true,
		freeSubject: false,
		visible_from: null,
		external_id: null,
	}),
	labels: {
		name: 'Subject Name',
		order_num: 'Order',
		published: 'Published',
		freeSubject: 'Free Subject',
		visible_from: 'Shown From',
		external_id: 'External ID',
	},
	columns: { freeSubject: 'free' },
});

export type Subject = z.infer<typeof subjects.item>;
