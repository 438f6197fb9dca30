import { openapi, z } from '../zod.ts';
import { YEAR_MAX } from './exam-sets.ts';
import { NAME_MAX } from './fields.ts';
import type { AnyResource } from './resource.ts';

/** What a copy takes along of what lies under an item: the rows without their links, or with them. */
export const copyWays = ['structure', 'files'] as const;
export type CopyWay = (typeof copyWays)[number];

/** How a copy is asked for; a year only of a kind that has one. */
export interface CopyRequest {
	name?: string | undefined;
	year?: number | undefined;
	with: CopyWay;
}

/** What a copy of an item of a kind is asked for with: a year only where the kind has one. */
export const copyRequest = ({ create, key }: AnyResource) => {
	const { name, year } = create.shape;
	const body = z
		.object({
			name: z.optional(name),
			...(year && { year }),
			with: z.enum(copyWays, 'With must be structure or files'),
		})
		.register(openapi, { id: `${key.charAt(0).toUpperCase()}${key.slice(1)}Copy` });
	// The shape of a kind is any to the compiler.
	return body as unknown as z.ZodMiniType<CopyRequest>;
};
/** A year as it stands in a name, and no part of a longer number. */
const yearInName = (year: number) => new RegExp(`(?<!\\d)${year}(?!\\d)`, 'g');

const copyOf = (name: string) => [...`Copy of ${name}`].slice(0, NAME_MAX).join('').trim();

/**
 * What a copy is called, and of which year it is, where nobody says so: the year after, which takes the place of
 * the old one in the name ('2026 July Series' from '2025 July Series'), or else 'Copy of ' before it.
 */
export const proposedCopy = (
	of: { name: string; year?: number | undefined },
	year = of.year === undefined ? undefined : Math.min(of.year + 1, YEAR_MAX),
) => {
	if (of.year === undefined || year === undefined) return { name: copyOf(of.name) };
	const name = of.name.replace(yearInName(of.year), String(year));
	return { name: name === of.name ? copyOf(of.name) : name, year };
};
