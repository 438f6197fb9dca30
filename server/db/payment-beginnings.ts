import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { Found, PaymentSearch } from './payment-schema.ts';

/** Above so many in one range, walking the list newest first soon finds a page of them. */
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

/**
 * One page of the payments whose receipt or phone begins so, on SQLite. Each range is counted and
 * looked at in its own index: taken together, the planner would walk the whole list.
 */
export const findBeginnings = async (
	db: Db,
	search: PaymentSearch,
	limit: number,
	offset: number,
): Promise<Found> => {
	const filtered = sql`seq >= ${search.from} and seq < ${search.to}
		${sql.join(
			search.conditions.map((condition) => sql`and ${condition}`),
			sql` `,
		)}`;
	const count = async (condition: ReturnType<typeof any>) => {
		const { rows } = await sql<{ n: number }>`select count(*) as n from payments
			where ${condition} and ${filtered}`.execute(db);
		return rows[0]?.n ?? 0;
	};
	const ranges = search.beginnings.flatMap((text): Range[] => [
		{ column: 'receipt', text: text.toUpperCase() },
		{ column: 'phone', text },
	]);
	const seqs = new Set<number>();
	let total = 0;
	const found = new Set<Range['column']>();
	for (const range of ranges) {
		const n = await count(inRange(range));
		if (n === 0) continue;
		total += n;
		found.add(range.column);
		const order = n > MANY ? sql`seq` : sql`+seq`;
		const { rows } = await sql<{ seq: number }>`select seq from payments
			where ${inRange(range)} and ${filtered} order by ${order} desc limit ${offset + limit}`.execute(
			db,
		);
		for (const { seq } of rows) seqs.add(seq);
	}
	if (found.size === 2) {
		const of = (column: Range['column']) => any(ranges.filter((range) => range.column === column));
		total -= await count(sql<boolean>`${of('receipt')} and ${of('phone')}`);
	}
	return { seqs: [...seqs].sort((a, b) => b - a).slice(offset, offset + limit), total };
};
