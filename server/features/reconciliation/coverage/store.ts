import { isPaidInto } from '#shared/contract/statements.ts';
import type { Db } from '../../../db/database.ts';
import { findMissing } from '../missing.ts';

/** From the first instant up to the second, without it. */
export type Span = [from: number, to: number];

/** The time that statements cover of the accounts that payers pay into, in pieces that do not touch, in order. */
export const spansOf = async (db: Db): Promise<Span[]> => {
	const rows = await db
		.selectFrom('statements')
		.select(['covers_from', 'covers_to', 'account'])
		.orderBy('covers_from')
		.execute();
	const spans: Span[] = [];
	for (const { covers_from, covers_to } of rows.filter(({ account }) => isPaidInto(account))) {
		const [from, to] = [Date.parse(covers_from), Date.parse(covers_to)];
		const last = spans.at(-1);
		if (last && from <= last[1]) last[1] = Math.max(last[1], to);
		else spans.push([from, to]);
	}
	return spans;
};

/** Spans as answers have them: ISO 8601 in UTC. */
export const rangesOf = (spans: readonly Span[]) =>
	spans.map((span) => span.map((ms) => new Date(ms).toISOString()));

/** What spans in order leave out of one. */
const gapsIn = (spans: readonly Span[], [from, to]: Span): Span[] => {
	const gaps: Span[] = [];
	let reached = from;
	for (const [start, end] of [...spans, [to, to] as const]) {
		if (Math.min(start, to) > reached) gaps.push([reached, Math.min(start, to)]);
		reached = Math.max(reached, end);
	}
	return gaps;
};

/** The time right before and right after one span, up to the next of others, that none of them covers. */
export const gapsBeside = (spans: readonly Span[], [from, to]: Span): Span[] => {
	const before = spans.findLast((span) => span[0] < from);
	const after = spans.find((span) => span[1] > to);
	return [
		...(before && before[1] < from ? [[before[1], from] as Span] : []),
		...(after && after[0] > to ? [[to, after[0]] as Span] : []),
	];
};

/** Returns the parts of spans in order within a time. */
const clip = (spans: readonly Span[], [from, to]: Span) =>
	spans
		.filter((span) => span[1] > from && span[0] < to)
		.map(([start, end]): Span => [Math.max(start, from), Math.min(end, to)]);

/**
 * Returns what statements cover between two moments, what they leave out up to `now`, and the money that moved between
 * two of them and stands in neither, which is left out too; in milliseconds.
 */
export const coverageOf = async (db: Db, from: number, to: number, now: number) => {
	const missing = await findMissing(db, from, to);
	const without = missing
		.filter((each) => each.isPaidInto)
		.map((each): Span => [each.from, each.to])
		.sort(([one], [other]) => one - other);
	const spans = clip(await spansOf(db), [from, to]);
	const covered = spans.flatMap((span) => gapsIn(clip(without, span), span));
	return { covered, gaps: gapsIn(covered, [from, Math.min(to, now)]), missing };
};
export type Coverage = Awaited<ReturnType<typeof coverageOf>>;

/** The first moment that statements cover, in milliseconds; undefined where there are none. */
export const firstCovered = async (db: Db) => (await spansOf(db))[0]?.[0];
