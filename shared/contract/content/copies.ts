import { z } from '../../zod.ts';
import { oneOf } from '../platform/choices.ts';
import { NAME_MAX } from '../platform/fields.ts';
import { type Series, seriesWords, YEAR_MAX } from './exam-sets.ts';
import type { AnyResource } from './resource.ts';

/** Contents of a copy: rows without links, or with them. */
export const copyWays = ['structure', 'files'] as const;
export type CopyWay = (typeof copyWays)[number];

export interface CopyRequest {
	name?: string | undefined;
	year?: number | undefined;
	series?: Series | null | undefined;
	with: CopyWay;
}

/** Makes the schema of a copy request, with year and series for kinds that have them. */
export const copyRequest = ({ create }: AnyResource) => {
	const { name, year, series } = create.shape;
	// Not a named component in OpenAPI: each call gets its own schema, and a component name must be unique.
	const body = z.object({
		name: z.optional(name),
		...(year && { year }),
		...(series && { series }),
		with: oneOf('With', copyWays),
	});
	// The shape of a kind is `any` in TypeScript.
	return body as unknown as z.ZodMiniType<CopyRequest>;
};

const matchYear = (year: number) => new RegExp(`(?<!\\d)${year}(?!\\d)`, 'g');

const nameCopy = (name: string) => [...`Copy of ${name}`].slice(0, NAME_MAX).join('').trim();

const matchMonth = (series: Series) => {
	const word = seriesWords[series];
	const other = '[a-z]{3,9}';
	return new RegExp(
		`\\b(?:${other}[/–-])?(?:${word}|${word.slice(0, 3)})(?:[/–-]${other})?\\b`,
		'gi',
	);
};

const withSeries = (name: string, from: Series | null, to: Series | null) => {
	if (from === null || to === null || from === to || from === 'other' || to === 'other')
		return name;
	const word = seriesWords[to];
	return name.replace(matchMonth(from), (month) =>
		month === month.toUpperCase() ? word.toUpperCase() : word,
	);
};

export interface CopySource {
	name: string;
	year?: number | undefined;
	series?: Series | null | undefined;
}

/** Returns the name, year and series of a copy: the next year, replaced in the name, or else 'Copy of …'. */
export const deriveCopy = (
	of: CopySource,
	requested: Omit<CopySource, 'name'> = {},
): { name: string; year?: number; series?: Series | null } => {
	if (of.year === undefined) return { name: nameCopy(of.name) };
	const year = requested.year ?? Math.min(of.year + 1, YEAR_MAX);
	const { series: from = null } = of;
	const { series = from } = requested;
	const name = withSeries(of.name, from, series).replace(matchYear(of.year), String(year));
	const proposed = { name: name === of.name ? nameCopy(of.name) : name, year };
	return of.series === undefined ? proposed : { ...proposed, series };
};
