import { type RawBuilder, sql } from 'kysely';
import { FOUND_MAX } from '#shared/contract/transactions.ts';
import { isMasked } from '#shared/phone.ts';
import type { Db } from '../../db/database.ts';
import { byEngine, contains } from '../../db/engine.ts';
import { phrase } from '../../db/trigrams.ts';
import type { SearchTerms } from './search.ts';

/** Which payments to find: by a text, already folded, and within filters. */
export interface PaymentSearch extends SearchTerms {
	/** What a row must be besides, in terms of `payments`. */
	conditions: readonly RawBuilder<boolean>[];
	/** The first `seq` that counts, and the first after the last. */
	from: number;
	to: number;
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
const either = (some: RawBuilder<unknown>[]) => sql`(${sql.join(some, sql` or `)})`;

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

/** What the index of SQLite finds by (migration 0012). */
const searchText = sql<string>`lower(${sql.join(
	['receipt', 'phone', 'checkout_request_id', 'merchant_request_id', 'account_reference']
		.concat('payer_name')
		.map((column) => sql`coalesce(${sql.ref(`payments.${column}`)}, '')`),
	sql` || char(10) || `,
)})`;

/** What a term is the whole of, if it is: only columns that an index finds it in. */
const wholes = (term: string) => [
	...(/^[a-z0-9]{10}$/.test(term) ? [sql`receipt = ${term.toUpperCase()}`] : []),
	...(/^254\d{9}$/.test(term) || isMasked(term) ? [sql`phone = ${term}`] : []),
	...(/^[0-9a-f]{64}$/.test(term) ? [sql`phone = ${term}`] : []),
	// Safaricom's spelling of the one; the other has no letters.
	...(/^ws_co_\d/.test(term)
		? [sql`checkout_request_id = ${term.replace(/^ws_co_/, 'ws_CO_')}`]
		: []),
	...(/^\d+-\d+-\d+$/.test(term) ? [sql`merchant_request_id = ${term}`] : []),
];

const ordered = (search: PaymentSearch, condition: RawBuilder<unknown>, order = sql`+seq`) =>
	sql`select seq from payments where ${condition} ${also(search)} order by ${order} desc`;

const beginning = async (db: Db, search: PaymentSearch) => {
	const any = (sign: RawBuilder<unknown>) =>
		either(
			search.beginnings.flatMap((text) =>
				[['receipt', text.toUpperCase()] as const, ['phone', text] as const].map(
					// Nothing of ours holds a character above U+FFFF.
					([column, least]) =>
						sql`(${sign}${sql.ref(column)} >= ${least} and ${sign}${sql.ref(column)} < ${`${least}\uffff`})`,
				),
			),
		);
	return byEngine(db, {
		postgres: async () => ordered(search, any(sql``), sql`seq`),
		sqlite: async () => {
			// The plus sign keeps an index out of it (sqlite.org/optoverview.html): then the list is walked.
			const many = (await countUpTo(db, SORTED, any(sql``))) > SORTED;
			return many ? ordered(search, any(sql`+`), sql`seq`) : ordered(search, any(sql``));
		},
	});
};

const containingByTrigrams = async (db: Db, search: PaymentSearch, few: number) => {
	const { terms, conditions } = search;
	const filtered = conditions.length > 0 || search.from > 0 || search.to < EVERYTHING;
	if (filtered && (await countUpTo(db, few, sql`true ${also(search)}`)) <= few)
		return ordered(search, either(terms.map((term) => sql`instr(${searchText}, ${term}) > 0`)));
	const joined = conditions.length > 0 && sql`cross join payments on seq = payments_search.rowid`;
	return sql`select payments_search.rowid as seq from payments_search ${joined || sql``}
		where payments_search match ${terms.map(phrase).join(' OR ')}
		${also(search, sql`payments_search.rowid`)} order by payments_search.rowid desc`;
};

const containing = (db: Db, search: PaymentSearch, few: number) =>
	byEngine(db, {
		postgres: async () =>
			ordered(
				search,
				either(search.terms.map((term) => contains(db, 'search_text', term))),
				sql`seq`,
			),
		sqlite: () => containingByTrigrams(db, search, few),
	});

/**
 * Finds one page of what matches, newest first, and how many there are; the same on both engines. What is
 * the whole of a receipt, phone or request id that exists is found alone: it is what was meant.
 */
export const findPayments = async (
	db: Db,
	search: PaymentSearch,
	limit: number,
	offset: number,
	few = FEW,
): Promise<Found> => {
	const { terms, beginnings } = search;
	if (terms.length + beginnings.length === 0) return { seqs: [], total: 0 };
	const whole = terms.flatMap(wholes);
	const isWhole = whole.length > 0 && (await countUpTo(db, 0, either(whole))) > 0;
	const rows = isWhole
		? ordered(search, either(whole))
		: await (beginnings.length > 0 ? beginning(db, search) : containing(db, search, few));
	const found = await sql<{ seq: number | null; total: number | null }>`
		with hits as materialized (${rows} limit ${FOUND_MAX + 1})
		select * from (select seq, cast(null as bigint) as total from hits order by seq desc
			limit ${Math.max(0, Math.min(limit, FOUND_MAX - offset))} offset ${offset}) as page
		union all select null, count(*) from hits`.execute(db);
	const seqs = found.rows.flatMap(({ seq }) => seq ?? []).sort((a, b) => b - a);
	const total = found.rows.find((row) => row.total !== null)?.total ?? 0;
	return total > FOUND_MAX ? { seqs, total: FOUND_MAX, more: true } : { seqs, total };
};

/** What a payment is found by. */
export type Searched = Record<
	| ('receipt' | 'phone' | 'checkout_request_id' | 'merchant_request_id')
	| ('account_reference' | 'payer_name'),
	string | null
>;

/** Whether a search finds a payment that its filters leave; for a walk through all of them. */
export const isFound = ({ terms, beginnings }: PaymentSearch) => {
	const fold = (text: string | null) => (text ?? '').replace(/[A-Z]/g, (at) => at.toLowerCase());
	return (payment: Searched) => {
		const [receipt, phone] = [fold(payment.receipt), fold(payment.phone)];
		if (beginnings.some((text) => receipt.startsWith(text) || phone.startsWith(text))) return true;
		const others = [payment.checkout_request_id, payment.merchant_request_id];
		const text = [...others, payment.account_reference, payment.payer_name].map(fold).join('\n');
		const whole = `${receipt}\n${phone}\n${text}`;
		return terms.some((term) => whole.includes(term));
	};
};
