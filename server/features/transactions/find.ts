import { type RawBuilder, sql } from 'kysely';
import { FOUND_MAX } from '#shared/contract/transactions.ts';
import { isMasked, readPhone } from '#shared/phone.ts';
import type { Page } from '../../api/page.ts';
import type { Db } from '../../db/database.ts';
import { byEngine, contains } from '../../db/engine.ts';
import { phrase } from '../../db/trigrams.ts';
import { holds } from '../payments/adjustments/store.ts';
import { searchedText } from '../payments/shown/store.ts';
import type { SearchTerms } from './search.ts';

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

/** So many payments are sooner looked at one by one than everything that has a text. */
const FEW = 30_000;
/** So many are sooner sorted than met on a walk from the newest. */
const SORTED = 100_000;

const EVERYTHING = Number.MAX_SAFE_INTEGER;
const either = (some: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(some, sql` or `)})`;

/** The filters beside the text, each after an `and`; a bound that bounds nothing would be planned by. */
const also = ({ from, to, conditions }: PaymentSearch, place = sql`seq`) =>
	sql.join(
		[
			...(from > 0 ? [sql`and ${place} >= ${from}`] : []),
			...(to < EVERYTHING ? [sql`and ${place} < ${to}`] : []),
			...conditions.map((condition) => sql`and ${condition}`),
		],
		sql` `,
	);

const countUpTo = async (db: Db, most: number, where: RawBuilder<unknown>) => {
	const { rows } = await sql<{ n: number }>`select count(*) as n from
		(select 1 from payments where ${where} limit ${most + 1}) as counted`.execute(db);
	return rows[0]?.n ?? 0;
};

/** What is searched: on SQLite its index has the same (`payments_search`). */
const COLUMNS = ['receipt', 'phone', 'checkout_request_id', 'merchant_request_id']
	.concat('account_reference', 'payer_name')
	.map((column) => `payments.${column}`);

/** True where a term stands in a row; where phones are hidden, in what is shown of it, but for a whole phone. */
const stands = (db: Db, { terms, hides }: PaymentSearch) =>
	either(
		terms.map((term) =>
			contains(db, searchedText(db, COLUMNS, hides && readPhone(term) === undefined), term),
		),
	);

/** A phone as it is shown where they are masked: `0712 ••• 678`. */
const partsOf = (term: string) => {
	const [, head, tail] = /^0([17]\d\d) ••• (\d{3})$/.exec(term) ?? [];
	if (!head) return [];
	return [
		sql`(phone >= ${`254${head}`} and phone < ${`254${head}:`} and length(phone) = 12 and substr(phone, 10) = ${tail})`,
	];
};

/** What a term is the whole of, if it is: only columns that an index finds it in. */
const wholes = (term: string) => [
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

const ordered = (search: PaymentSearch, condition: RawBuilder<unknown>, order = sql`+seq`) =>
	sql`select seq from payments where ${condition} ${also(search)} order by ${order} desc`;

/** True where a receipt or a phone begins so; what stands before the columns can keep an index out of it. */
const beginsWith = ({ beginnings }: PaymentSearch, before = sql``) =>
	either(
		beginnings.flatMap((text) =>
			[['receipt', text.toUpperCase()] as const, ['phone', text] as const].map(
				// Nothing of ours holds a character above U+FFFF.
				([column, least]) =>
					sql`(${before}${sql.ref(column)} >= ${least} and ${before}${sql.ref(column)} < ${`${least}\uffff`})`,
			),
		),
	);

/**
 * The receipts of a month begin alike, so that a walk from the newest may meet none of them for long: only where there
 * are many it is one. SQLite needs a plus sign for it (sqlite.org/optoverview.html), which PostgreSQL has not for text.
 */
const beginning = async (db: Db, search: PaymentSearch) => {
	const many = (await countUpTo(db, SORTED, beginsWith(search))) > SORTED;
	if (!many) return ordered(search, beginsWith(search));
	const before = byEngine(db, { postgres: () => sql``, sqlite: () => sql`+` });
	return ordered(search, beginsWith(search, before), sql`seq`);
};

/**
 * What the index is asked for a term. `254` and the digit after it are in all that it has, and to go along them takes
 * ten times what all the others do: of a longer phone only what follows is asked for, and what that finds is looked at.
 */
const asked = (term: string) => (/^254[17]\d{3,}$/.test(term) ? term.slice(3) : term);

const containingByTrigrams = async (db: Db, search: PaymentSearch, few: number) => {
	const { terms, conditions, hides } = search;
	const filtered = conditions.length > 0 || search.from > 0 || search.to < EVERYTHING;
	if (filtered && (await countUpTo(db, few, sql`true ${also(search)}`)) <= few)
		return ordered(search, stands(db, search));
	const looks = hides || terms.some((term) => asked(term) !== term);
	const joined =
		(conditions.length > 0 || looks) && sql`cross join payments on seq = payments_search.rowid`;
	return sql`select payments_search.rowid as seq from payments_search ${joined || sql``}
		where payments_search match ${terms.map((term) => phrase(asked(term))).join(' OR ')}
		${looks ? sql`and ${stands(db, search)}` : sql``}
		${also(search, sql`payments_search.rowid`)} order by payments_search.rowid desc`;
};

const containing = (db: Db, search: PaymentSearch, few: number) => {
	const inIndex = either(search.terms.map((term) => contains(db, 'search_text', term)));
	return byEngine(db, {
		postgres: async () =>
			ordered(search, search.hides ? sql`${inIndex} and ${stands(db, search)}` : inIndex, sql`seq`),
		sqlite: () => containingByTrigrams(db, search, few),
	});
};

/** The payments that people gave a reference with a term in it; few, as each is written by hand. */
const assigned = (db: Db, { terms, hides }: PaymentSearch) => {
	const text = searchedText(db, ['a.account_reference'], hides);
	return sql`select a.payment_id from payment_assignments as a where a.account_reference is not null
		and ${holds('payment_assignments')} and ${either(terms.map((term) => contains(db, text, term)))}`;
};

const anywhere = async (db: Db, search: PaymentSearch, few: number) => {
	const rows = await containing(db, search, few);
	const { rows: some } = await sql`${assigned(db, search)} limit 1`.execute(db);
	if (some.length === 0) return rows;
	return sql`select seq from (select seq from (${rows} limit ${FOUND_MAX + 1}) as written union
		select seq from payments where id in (${assigned(db, search)}) ${also(search)}) as found order by seq desc`;
};

/**
 * Finds one page of what matches, newest first, and how many there are; the same on both engines. What is
 * the whole of a receipt, phone or request id that exists is found alone: it is what was meant.
 */
export const findPayments = async (
	db: Db,
	search: PaymentSearch,
	{ limit, offset }: Page,
	few = FEW,
): Promise<Found> => {
	const { terms, beginnings } = search;
	if (terms.length + beginnings.length === 0) return { seqs: [], total: 0 };
	const whole = terms.flatMap(wholes);
	const isWhole = whole.length > 0 && (await countUpTo(db, 0, either(whole))) > 0;
	const rows = isWhole
		? ordered(search, either(whole))
		: await (beginnings.length > 0 ? beginning(db, search) : anywhere(db, search, few));
	const found = await sql<{ seq: number | null; total: number | null }>`
		with hits as materialized (${rows} limit ${FOUND_MAX + 1})
		select * from (select seq, cast(null as bigint) as total from hits order by seq desc
			limit ${Math.max(0, Math.min(limit, FOUND_MAX - offset))} offset ${offset}) as page
		union all select null, count(*) from hits`.execute(db);
	const seqs = found.rows.flatMap(({ seq }) => seq ?? []).sort((a, b) => b - a);
	const total = found.rows.find((row) => row.total !== null)?.total ?? 0;
	return total > FOUND_MAX ? { seqs, total: FOUND_MAX, more: true } : { seqs, total };
};

/** Whether a search finds a payment that its filters leave: a condition, for a walk through all of them. */
export const isFound = (db: Db, search: PaymentSearch) =>
	search.terms.length > 0
		? sql<boolean>`(${stands(db, search)} or payments.id in (${assigned(db, search)}))`
		: beginsWith(search);
