import { openapi, z } from '../zod.ts';

/** What stands in a file, as far as it could be read: what the first pages of a paper say of it. */
export const inside = z
	.object({
		pages: z.nullable(z.int()),
		text: z
			.enum(['text', 'scan', 'none'])
			.register(openapi, { description: '`scan`: pictures of pages, in which nothing is found.' }),
		title: z.nullable(z.string()),
		codes: z.array(z.string()).register(openapi, { description: 'As in `2521/303`.' }),
		year: z.nullable(z.int()),
		series: z.nullable(z.enum(['march', 'july', 'november', 'other'])),
		kind: z.nullable(z.enum(['paper', 'marking_scheme', 'other'])),
		stated_pages: z
			.nullable(z.int())
			.register(openapi, { description: 'Of "This paper consists of 4 printed pages".' }),
		stated_questions: z.nullable(z.int()),
		picture: z.boolean().register(openapi, {
			description: 'Whether there is a picture of its first page, below the address of this.',
		}),
		problem: z
			.nullable(z.string())
			.register(openapi, { description: 'Why it cannot be read, in a sentence.' }),
	})
	.register(openapi, { id: 'Inside' });
export type Inside = z.infer<typeof inside>;

/** What a list shows of what stands in a file. */
export const insideBrief = z
	.object({
		pages: z.nullable(z.int()),
		text: z.enum(['text', 'scan', 'none']),
		picture: z.boolean(),
	})
	.register(openapi, { id: 'InsideBrief' });
