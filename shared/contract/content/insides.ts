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
	/** `layer`: text in the file; `ocr`: text that was recognised on scanned pages. */
	read: z.nullable(z.enum(['layer', 'ocr'])),
	/** Lowest confidence of the facts that were read by OCR, from 0 to 100. */
	confidence: z.nullable(z.int()),
	/** A code was corrected to fit the pattern of codes. */
	repaired: z.boolean(),
	problem: z.nullable(z.string()),
});
export type Inside = z.infer<typeof inside>;

export const insideBrief = z
	.pick(inside, { pages: true, text: true, picture: true })
	.register(openapi, { id: 'InsideBrief' });

/**
 * A recognised line of a scanned page: its box in ten-thousandths of the upright page, the lowest confidence of its
 * words, and its text.
 */
export type ScannedLine = [
	x: number,
	y: number,
	width: number,
	height: number,
	confidence: number,
	text: string,
];
