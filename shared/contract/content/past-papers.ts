import { z } from '../../zod.ts';
import { listNames, oneOf } from '../platform/choices.ts';
import {
	externalId,
	flag,
	id,
	line,
	lines,
	link,
	OWN_FILE,
	optionalLine,
	order,
	visibleFrom,
} from '../platform/fields.ts';
import { resource } from './resource.ts';

const SOURCE_MAX = 500;

export const paperKindWords = {
	paper: 'Paper',
	marking_scheme: 'Marking scheme',
	other: 'Other',
} as const;
export type PaperKind = keyof typeof paperKindWords;
/** Makes the schema of a paper's codes, as KNEC or CDACC prints them: one paper is often for several courses. */
const codes = () => lines('Codes', { most: 20, longest: 40 });

export const pastPapers = resource('pastPapers', {
	fields: {
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
		codes: z.optional(codes()),
		kind: z.optional(oneOf('Kind', listNames(paperKindWords))),
		source: z.optional(optionalLine('Source', SOURCE_MAX)),
		visible_from: z.optional(visibleFrom()),
		external_id: z.optional(externalId()),
	},
	// The order dialog of a paper allows 0, its create form does not.
	inUpdate: { order_num: z.optional(order('Order number is required', 0)) },
	item: {
		examset_id: id(),
		course_id: id(),
		subject_id: z.nullable(id()),
		codes: z.array(z.string()),
		source: z.nullable(z.string()),
	},
	start: (order_num = null) => ({
		name: '',
		order_num,
		published: false,
		free: false,
		url: null,
		subject_id: null,
		codes: [],
		kind: 'paper' as const,
		source: null,
		visible_from: null,
		external_id: null,
	}),
	labels: {
		name: 'Name',
		order_num: 'Order',
		published: 'Status',
		free: 'Access',
		url: 'Paper File',
		subject_id: 'Subject',
		codes: 'Codes',
		kind: 'Kind',
		source: 'Source',
		visible_from: 'Shown From',
		external_id: 'External ID',
	},
	columns: { examset_id: 'exam_set_id' },
});

export type PastPaper = z.infer<typeof pastPapers.item>;
