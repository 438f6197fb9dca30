import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import type { Found, PaymentSearch } from './payment-schema.ts';

/** So many payments are looked at for a page, before all that were found are sorted for it. */
const WALK = 500;
/** Above so many of them, walking the list meets them sooner than sorting them does. */
const MANY = 100_000;
/** Texts that begin so are those from it up to here: nothing of ours holds a character above U+FFFF. */
export const endOf = (beginning: string) => `${beginning}\uffff`;

interface Range {
	column: 'receipt' | 'phone';
	text: string;
}

const inRange = ({ column, text }: Range) =>
	sql<boolean>`(${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${endOf(text)})`;

const any = (ranges: readonly Range[]) =>
	sql<boolean>`(${sql.join(ranges.map(inRange), sql` or `)})`;

const rangesOf = ({ beginnings }: PaymentSearch) =>
	beginnings.flatMap((text): Range[] => [
		{ column: 'receipt', text: text.toUpperCase() },
		{ column: 'phone', text },
	]);

/** What rows must be besides. To look at each one's place, only to find that it may be any, takes as long again. */
const besides = ({ from, to, conditions }: PaymentSearch) =>
	sql.join(
		[
			...(from > 0 ? [sql`and seq >= ${from}`] : []),
			...(to < Number.MAX_SAFE_INTEGER ? [sql`and seq < ${to}`] : []),
			...conditions.map((condition) => sql`and ${condition}`),
		],
		sql` `,
	);

interface Hits {
	n: number;
	newest: number;
}

/**
 * One page of the payments whose receipt or phone begins so, on SQLite. Each range is counted in its own
 * index: taken together, the planner would walk the whole list. Undefined where there are more than `most`.
 */
export const findBeginnings = async (
	db: Db,
	search: PaymentSearch,
	limit: number,
	offset: number,
	most = Number.MAX_SAFE_INTEGER,
): Promise<Found | undefined> => {
	const filtered = besides(search);
	const hitsOf = async (condition: ReturnType<typeof any>): Promise<Hits> => {
		// To ask for the oldest besides would take a third longer; few want it.
		const { rows } = await sql<Hits>`select count(*) as n, max(seq) as newest from
			(select seq from payments where ${condition} ${filtered} limit ${most + 1})`.execute(db);
		return rows[0] ?? { n: 0, newest: 0 };
	};
	// The bound keeps the planner from walking the list until it meets one.
	const oldestOf = async (condition: ReturnType<typeof any>) => {
		const { rows } = await sql<{ oldest: number }>`select min(seq) as oldest from
			(select seq from payments where ${condition} ${filtered} limit -1)`.execute(db);
		return rows[0]?.oldest ?? 0;
	};
	const found: { range: Range; hits: Hits }[] = [];
	for (const range of rangesOf(search)) {
		const hits = await hitsOf(inRange(range));
		if (hits.n > most) return undefined;
		if (hits.n > 0) found.push({ range, hits });
	}
	const all = any(found.map(({ range }) => range));
	let total = found.reduce((sum, { hits }) => sum + hits.n, 0);
	const of = (column: Range['column']) =>
		found.flatMap(({ range }) => (range.column === column ? [range] : []));
	if (of('receipt').length > 0 && of('phone').length > 0)
		total -= (await hitsOf(sql`${any(of('receipt'))} and ${any(of('phone'))}`)).n;
	const size = Math.min(limit, total - offset);
	if (size <= 0) return { seqs: [], total };
	// The last page is as near to the oldest as the first is to the newest.
	const fromOldest = offset > total / 2;
	const skip = fromOldest ? total - offset - size : offset;
	const direction = fromOldest ? sql`asc` : sql`desc`;
	const newest = Math.max(...found.map(({ hits }) => hits.newest));
	// Both ends, since the planner then walks the list where that is quicker.
	const within = fromOldest
		? sql`seq >= ${await oldestOf(all)} and seq < ${search.to}`
		: sql`seq >= ${search.from} and seq <= ${newest}`;
	const page = async (from: RawBuilder<unknown>, order: RawBuilder<unknown>) => {
		const { rows } = await sql<{ seq: number }>`select seq from ${from} where ${within} and ${all}
			${filtered} order by ${order} ${direction} limit ${size} offset ${skip}`.execute(db);
		const seqs = rows.map(({ seq }) => seq);
		return fromOldest ? seqs.reverse() : seqs;
	};
	// A receipt begins with its year and month, a phone with its country: near the first are the others, mostly.
	const near = sql`(select * from payments where ${within}
		order by seq ${direction} limit ${WALK}) as payments`;
	const walked = skip + size <= WALK ? await page(near, sql`seq`) : [];
	if (walked.length === size) return { seqs: walked, total };
	return { seqs: await page(sql`payments`, total > MANY ? sql`seq` : sql`+seq`), total };
};
