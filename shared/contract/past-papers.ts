import { z } from '../zod.ts';
import { flag, id, instant, line, link, OWN_FILE, order, version } from './fields.ts';
import { resource } from './resource.ts';

const fields = z.object({
	name: line('Name', 'Name is required'),
	order_num: order('Order number is required').optional(),
	published: flag('Published').optional(),
	free: flag('Free').optional(),
	url: link()
		.refine(
			(url) => !/pptx?$/.test(OWN_FILE.exec(url ?? '')?.[2] ?? ''),
			'A past paper must be a PDF or Word file (.pdf, .doc, .docx)',
		)
		.optional(),
	subject_id: z.string('Subject must be one of the course').nullable().optional(),
});

const item = z
	.object({
		id: id(),
		name: z.string(),
		url: z.string().nullable(),
		published: z.boolean(),
		free: z.boolean(),
		order_num: z.int(),
		examset_id: id(),
		course_id: id(),
		subject_id: id().nullable(),
		created_at: instant(),
		updated_at: instant(),
		version: version(),
	})
	.meta({ id: 'PastPaper' });

export const pastPapers = resource('pastPapers', {
	item,
	create: fields.meta({ id: 'PastPaperCreate' }),
	// The order dialog of a paper allows 0, its create form does not.
	update: fields
		.extend({ order_num: order('Order number is required', 0).optional() })
		.partial()
		.meta({ id: 'PastPaperUpdate' }),
	labels: {
		name: 'Name',
		order_num: 'Order',
		published: 'Status',
		free: 'Access',
		url: 'Paper File',
		subject_id: 'Subject',
	},
	columns: { examset_id: 'exam_set_id' },
});

export type PastPaper = z.infer<typeof item>;
