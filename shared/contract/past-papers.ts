import { openapi, z } from '../zod.ts';
import { flag, id, instant, line, link, OWN_FILE, order, version } from './fields.ts';
import { resource } from './resource.ts';

const fields = z.object({
	name: line('Name', 'Name is required'),
	order_num: z.optional(order('Order number is required')),
	published: z.optional(flag('Published')),
	free: z.optional(flag('Free')),
	url: z.optional(
		link().check(
			z.refine(
				(url) => !/pptx?$/.test(OWN_FILE.exec(url ?? '')?.[2] ?? ''),
				'A past paper must be a PDF or Word file (.pdf, .doc, .docx)',
			),
		),
	),
	subject_id: z.nullish(z.string('Subject must be one of the course')),
});

const item = z
	.object({
		id: id(),
		name: z.string(),
		url: z.nullable(z.string()),
		published: z.boolean(),
		free: z.boolean(),
		order_num: z.int(),
		examset_id: id(),
		course_id: id(),
		subject_id: z.nullable(id()),
		created_at: instant(),
		updated_at: instant(),
		version: version(),
	})
	.register(openapi, { id: 'PastPaper' });

export const pastPapers = resource('pastPapers', {
	item,
	create: fields.register(openapi, { id: 'PastPaperCreate' }),
	// The order dialog of a paper allows 0, its create form does not.
	update: z
		.partial(z.extend(fields, { order_num: z.optional(order('Order number is required', 0)) }))
		.register(openapi, { id: 'PastPaperUpdate' }),
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
