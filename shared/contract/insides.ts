import { component, described, openapi, z } from '../zod.ts';
import { namesOf } from './choices.ts';
import { seriesWords } from './exam-sets.ts';
import { paperKindWords } from './past-papers.ts';

export const inside = component('Inside', {
	pages: z.nullable(z.int()),
	text: z.enum(['text', 'scan', 'none']),
	title: z.nullable(z.string()),
	codes: described(z.array(z.string()), 'Such as `2521/303`.'),
	year: z.nullable(z.int()),
	series: z.nullable(z.enum(namesOf(seriesWords))),
	kind: z.nullable(z.enum(namesOf(paperKindWords))),
	stated_pages: described(
		z.nullable(z.int()),
		'The number in "This paper consists of 4 printed pages".',
	),
	stated_questions: z.nullable(z.int()),
	picture: z.boolean(),
	problem: described(
		z.nullable(z.string()),
		'One sentence with the reason why the file cannot be read.',
	),
});
export type Inside = z.infer<typeof inside>;

export const insideBrief = z
	.pick(inside, { pages: true, text: true, picture: true })
	.register(openapi, { id: 'InsideBrief' });
