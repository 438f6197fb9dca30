import { component, openapi, z } from '../../zod.ts';
import { listNames } from '../platform/choices.ts';
import { seriesWords } from './exam-sets.ts';
import { paperKindWords } from './past-papers.ts';

export const inside = component('Inside', {
	pages: z.nullable(z.int()),
	text: z.enum(['text', 'scan', 'none']),
	title: z.nullable(z.string()),
	codes: z.array(z.string()),
	year: z.nullable(z.int()),
	series: z.nullable(z.enum(listNames(seriesWords))),
	kind: z.nullable(z.enum(listNames(paperKindWords))),
	stated_pages: z.nullable(z.int()),
	stated_questions: z.nullable(z.int()),
	picture: z.boolean(),
	problem: z.nullable(z.string()),
});
export type Inside = z.infer<typeof inside>;

export const insideBrief = z
	.pick(inside, { pages: true, text: true, picture: true })
	.register(openapi, { id: 'InsideBrief' });
