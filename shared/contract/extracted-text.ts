import { component, describeAs, openapi, z } from '../zod.ts';
import { listNames } from './choices.ts';
import { seriesWords } from './exam-sets.ts';
import { paperKindWords } from './past-papers.ts';

export const inside = component('Inside', {
	pages: z.nullable(z.int()),
	text: z.enum(['text', 'scan', 'none']),
	title: z.nullable(z.string()),
	codes: describeAs(z.array(z.string()), 'Such as `2521/303`.'),
	year: z.nullable(z.int()),
	series: z.nullable(z.enum(listNames(seriesWords))),
	kind: z.nullable(z.enum(listNames(paperKindWords))),
	stated_pages: describeAs(
		z.nullable(z.int()),
		'The number in "This paper consists of 4 printed pages".',
	),
	stated_questions: z.nullable(z.int()),
	picture: z.boolean(),
	problem: describeAs(
		z.nullable(z.string()),
		'One sentence with the reason why the file cannot be read.',
	),
});
export type Inside = z.infer<typeof inside>;

export const insideBrief = z
	.pick(inside, { pages: true, text: true, picture: true })
	.register(openapi, { id: 'InsideBrief' });
