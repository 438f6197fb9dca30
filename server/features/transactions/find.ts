import { type RawBuilder, sql } from 'kysely';
import { FOUND_MAX } from '#shared/contract/transactions.ts';
import { isMasked, readPhone } from '#shared/phone.ts';
import type { Page } from '../../api/page.ts';
import type { Db } from '../../db/database.ts';
import { contains } from '../../db/engine.ts';
import type { Alternative, SearchTerms } from './search.ts';

/** Which payments to find: by a text, already folded, and within filters. */
export interface PaymentSearch extends SearchTerms {
	/** What a row must be besides, in terms of `payments`. */
	conditions: readonly RawBuilder<boolean>[];
	/** The first `seq` that counts, and the first after the last. */
	from: number;
	to: number;
	/** Whether only what is shown of phones may be looked for, or a whole one. */
	hides: boolean;
}

/** The matching payments of one page, newest first, and how many match; of more than `FOUND_MAX`, that many. */
export interface Found {
	seqs: number[];
	total: number;
	more?: true;
}

const either = (some: RawBuilder<unknown>[]) =>
	some.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(some, sql` or `)})`;
const every = (some: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(some, sql` and `)})`;

/** A phone as it is shown where they are masked: `0712 ••• 678`. */
const partsOf = (term: string) => {
	const [, head, tail] = /^0([17]\d\d) ••• (\d{3})$/.exec(term) ?? [];
	if (!head) return [];
	return [
		sql`(phone >= ${`254${head}`} and phone < ${`254${head}:`} and length(phone) = 12 and substr(phone, 10) = ${tail})`,
	];
};

/** What a term is the whole of, if it is: only columns that an index finds it in. */
const wholesOf = (term: string) => [
	...(/^[a-z0-9]{10}$/.test(term) ? [sql`receipt = ${term.toUpperCase()}`] : []),
	...(/^254\d{9}$/.test(term) || isMasked(term) ? [sql`phone = ${term}`] : []),
	...(/^[0-9a-f]{64}$/.test(term) ? [sql`phone = ${term}`] : []),
	...partsOf(term),
	// Safaricom's spelling of the one; the other has no letters.
	...(/^ws_co_\d/.test(term)
		? [sql`checkout_request_id = ${term.replace(/^ws_co_/, 'ws_CO_')}`]
		: []),
	...(/^\d+-\d+-\d+$/.test(term) ? [sql`merchant_request_id = ${term}`] : []),
];

/** True where a receipt or a phone begins so. */
const beginsWith = (text: string) =>
	either(
		[['receipt', text.toUpperCase()] as const, ['phone', text] as const].map(
			// Nothing of ours holds a character above U+FFFF.
			([column, least]) =>
				sql`(${sql.ref(column)} >= ${least} and ${sql.ref(column)} < ${`${least}\uffff`})`,
		),
	);

/** True where one of `payments` matches a text; where phones are hidden, by what is shown of it, but for a whole phone. */
export const isFound = (db: Db, { alternatives, beginnings, hides }: PaymentSearch) => {
	const keyFor = (term: string) =>
		hides && readPhone(term) === undefined ? 'payments.search_shown' : 'payments.search_key';
	const isNumber = (number: string) =>
		either([
			sql`payments.amount = ${Number(number)}`,
			...(number.length > 3 ? [contains(db, keyFor(number), number)] : []),
		]);
	const matches = ({ parts = [], words = [], numbers = [], amount }: Alternative) =>
		every([
			...parts.map((term) => contains(db, keyFor(term), term)),
			...words.map((word) => contains(db, keyFor(word), ` ${word}`)),
			...numbers.map(isNumber),
			...(amount === undefined ? [] : [sql`payments.amount = ${amount}`]),
		]);
	return either([...alternatives.map(matches), ...beginnings.map(beginsWith)]);
};

/**
 * Finds one page of what matches, newest first, and how many there are, in one statement; the same on both engines.
 * What is the whole of a receipt, phone or request id that exists is found alone: it is what was meant.
 */
export const findPayments = async (
	db: Db,
	search: PaymentSearch,
	{ limit, offset }: Page,
): Promise<Found> => {
	const { from, to, conditions } = search;
	const within = every([sql`seq >= ${from}`, sql`seq < ${to}`, ...conditions]);
	const whole = search.wholes.flatMap(wholesOf);
	const newest = (condition: RawBuilder<unknown>, limit = sql`${FOUND_MAX + 1}`) =>
		sql`select seq from (select seq from payments where ${condition} and ${within}
			order by seq desc limit ${limit}) as newest`;
	// A limit of 0 ends the scan at once, which a condition does not.
	const unlessWhole = sql`(select case when count(*) > 0 then 0 else ${sql.lit(FOUND_MAX + 1)} end from wholes)`;
	const found = await sql<{ seq: number | null; total: number | null }>`
		with wholes as materialized (select seq from payments where ${either(whole)}),
		hits as materialized (${newest(sql`seq in (select seq from wholes)`)} union all
			${newest(isFound(db, search), unlessWhole)})
		select * from (select seq, cast(null as bigint) as total from hits order by seq desc
			limit ${Math.max(0, Math.min(limit, FOUND_MAX - offset))} offset ${offset}) as page
		union all select null, count(*) from hits`.execute(db);
	const seqs = found.rows.flatMap(({ seq }) => seq ?? []).sort((a, b) => b - a);
	const total = Number(found.rows.find((row) => row.total !== null)?.total ?? 0);
	return total > FOUND_MAX ? { seqs, total: FOUND_MAX, more: true } : { seqs, total };
};
