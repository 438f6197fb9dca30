import { type RawBuilder, sql } from 'kysely';
import { isMasked } from '#shared/phone.ts';
import type { Db, Reads } from './database.ts';
import { isDigitRun, isFoundExactly, runsQuery } from './digit-runs.ts';
import { engineOf } from './engine.ts';
import { endOf, findBeginnings } from './payment-beginnings.ts';
import type { Found, PaymentSearch } from './payment-schema.ts';
import { phrase, trigrams } from './trigrams.ts';

/** Above so many candidates a search is a broad one: then the index alone must answer. */
const SELECTIVE = 2_000;
/** So many hits of a broad search are walked at once for an export: up to a tenth of a second. */
const PIECE = 50_000;
/** So many that an index finds by itself are there in a few milliseconds. */
const FEW = 30_000;
const RAREST = 4;
const SAMPLE = 400;
const SAMPLE_MS = 10 * 60_000;

const searchText = sql<string>`lower(coalesce(receipt, '') || char(10) || coalesce(phone, '') || char(10)
	|| coalesce(checkout_request_id, '') || char(10) || coalesce(merchant_request_id, ''))`;

/** By adapter: every transaction is a handle of its own, but all of a database share that. */
const samples = new WeakMap<object, { at: number; often: Map<string, number> }>();

/**
 * How often each trigram occurs, in a sample of the payments. Request ids are made of digits, whose
 * trigrams are in every tenth payment; an intersection is quick only from the rarest ones.
 */
const frequencies = async (db: Db) => {
	const { adapter } = db.getExecutor();
	const known = samples.get(adapter);
	if (known && performance.now() - known.at < SAMPLE_MS) return known.often;
	const often = new Map<string, number>();
	const { rows: ends } = await sql<{ low: number | null; high: number | null }>`
		select (select min(seq) from payments) as low, (select max(seq) from payments) as high`.execute(
		db,
	);
	const [{ low, high } = { low: null, high: null }] = ends;
	if (low !== null && high !== null) {
		const { rows } = await sql<{ text: string }>`
			with recursive points (n) as (select 0 union all select n + 1 from points where n < ${SAMPLE - 1})
			select (select ${searchText} from payments
				where seq >= ${low} + n * ((${high} - ${low}) / ${SAMPLE}) order by seq limit 1) as text from points`.execute(
			db,
		);
		for (const { text } of rows)
			for (const gram of trigrams(text)) often.set(gram, (often.get(gram) ?? 0) + 1);
	}
	samples.set(adapter, { at: performance.now(), often });
	return often;
};

/** What rows must be besides. */
const also = ({ conditions }: PaymentSearch) =>
	sql.join(
		conditions.map((condition) => sql`and ${condition}`),
		sql` `,
	);

const within = ({ from, to }: PaymentSearch) => sql`rowid >= ${from} and rowid < ${to}`;

const anyTerm = (search: PaymentSearch) => search.terms.map(phrase).join(' OR ');

/** What the full-text index finds by itself, whatever their number. */
const broadRows = (search: PaymentSearch) =>
	search.conditions.length === 0
		? sql`from payments_search where payments_search match ${anyTerm(search)} and ${within(search)}`
		: sql`from payments_search cross join payments on payments.seq = payments_search.rowid
			where payments_search match ${anyTerm(search)} and payments_search.rowid >= ${search.from}
			and payments_search.rowid < ${search.to} ${also(search)}`;

/** What may contain a term, from the rarest trigrams of each. */
const rarest = async (db: Db, terms: readonly string[]) => {
	const often = await frequencies(db);
	const rare = (term: string) =>
		`(${trigrams(term)
			.sort((a, b) => (often.get(a) ?? 0) - (often.get(b) ?? 0))
			.slice(0, RAREST)
			.map(phrase)
			.join(' AND ')})`;
	return terms.map(rare).join(' OR ');
};

const selective = async (db: Db, search: PaymentSearch) => {
	const { terms } = search;
	const runs = terms.every(isDigitRun);
	const index = sql.table(runs ? 'payments_digits_search' : 'payments_search');
	const query = runs ? terms.map(runsQuery).join(' OR ') : await rarest(db, terms);
	const exact = terms.every(isFoundExactly) && search.conditions.length === 0;
	const most = exact ? FEW : SELECTIVE;
	const { rows } = await sql<{ seq: number }>`select rowid as seq from ${index}
		where ${index} match ${query} and ${within(search)} limit ${most + 1}`.execute(db);
	if (rows.length > most) return undefined;
	if (rows.length === 0) return [];
	if (exact) return rows.map(({ seq }) => seq).sort((a, b) => b - a);
	const text = sql.join(
		terms.map((term) => sql`instr(${searchText}, ${term}) > 0`),
		sql` or `,
	);
	const matching = await sql<{ seq: number }>`select seq from payments
		where seq in (${sql.join(rows.map(({ seq }) => seq))}) and (${text})
		${also(search)} order by seq desc`.execute(db);
	return matching.rows.map(({ seq }) => seq);
};

const beginsWith = (column: RawBuilder<unknown>, text: string) =>
	sql`(${column} >= ${text} and ${column} < ${endOf(text)})`;

const beginningRows = (search: PaymentSearch) => {
	const any = search.beginnings.flatMap((text) => [
		beginsWith(sql`receipt`, text.toUpperCase()),
		beginsWith(sql`phone`, text),
	]);
	return sql`from payments where (${sql.join(any, sql` or `)}) and seq >= ${search.from}
		and seq < ${search.to} ${also(search)}`;
};

const likeRows = (search: PaymentSearch) => {
	const any = search.terms.map(
		(term) => sql`search_text like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`,
	);
	return sql`from payments where (${sql.join(any, sql` or `)}) and seq >= ${search.from}
		and seq < ${search.to} ${also(search)}`;
};

/** What a term is the whole of, if it is: only columns that an index finds it in. */
const wholes = (term: string) => [
	...(/^[a-z0-9]{10}$/.test(term) ? [sql`receipt = ${term.toUpperCase()}`] : []),
	...(/^254\d{9}$/.test(term) || isMasked(term) ? [sql`phone = ${term}`] : []),
	// Safaricom's spelling of the one; the other has no letters.
	...(/^ws_co_\d/.test(term)
		? [sql`checkout_request_id = ${term.replace(/^ws_co_/, 'ws_CO_')}`]
		: []),
	...(/^\d+-\d+-\d+$/.test(term) ? [sql`merchant_request_id = ${term}`] : []),
];

/**
 * The rows of a receipt, phone or request id that was given whole: that is what was meant, and an
 * index knows it. Undefined where nothing is called just that; then it may be a part.
 */
const wholeRows = async (db: Db, search: PaymentSearch) => {
	const conditions = search.terms.flatMap(wholes);
	if (conditions.length === 0) return undefined;
	const any = sql`(${sql.join(conditions, sql` or `)})`;
	const { rows } = await sql`select seq from payments where ${any} limit 1`.execute(db);
	if (rows.length === 0) return undefined;
	return sql`from payments where ${any} and seq >= ${search.from} and seq < ${search.to}
		${also(search)}`;
};

/** Both answers of one look at the rows: PostgreSQL must not guess that walking the list finds ten soon. */
const counted = async (db: Db, rows: RawBuilder<unknown>, limit: number, offset: number) => {
	const found = await sql<{ seqs: number[]; total: number }>`
		with hits as materialized (select seq ${rows})
		select (select count(*) from hits) as total, array(
			select seq from hits order by seq desc limit ${limit} offset ${offset}) as seqs`.execute(db);
	const [{ seqs, total } = { seqs: [], total: 0 }] = found.rows;
	return { seqs: seqs.map(Number), total };
};

/** The same on SQLite, whose indexes know the order of `seq`; the last page is as near as the first. */
const pageOf = async (
	db: Db,
	rows: RawBuilder<unknown>,
	seq: RawBuilder<unknown>,
	limit: number,
	offset: number,
): Promise<Found> => {
	const totals = await sql<{ total: number }>`select count(*) as total ${rows}`.execute(db);
	const total = totals.rows[0]?.total ?? 0;
	const size = Math.min(limit, total - offset);
	if (size <= 0) return { seqs: [], total };
	const fromOldest = offset > total / 2;
	const page = await sql<{ seq: number }>`select ${seq} as seq ${rows}
		order by ${seq} ${fromOldest ? sql`asc` : sql`desc`}
		limit ${size} offset ${fromOldest ? total - offset - size : offset}`.execute(db);
	const seqs = page.rows.map((row) => row.seq);
	return { seqs: fromOldest ? seqs.reverse() : seqs, total };
};

/** Typed text of which nothing can be in a row, such as a line break alone, finds nothing. */
const isHopeless = (search: PaymentSearch) =>
	search.terms.length === 0 && search.beginnings.length === 0;

/**
 * Finds one page of what matches, newest first, and the total; the same on both engines. Undefined where
 * so much matches that counting it takes long: `findBroadly` does.
 */
export const findPayments = async (
	db: Db,
	search: PaymentSearch,
	limit: number,
	offset: number,
): Promise<Found | undefined> => {
	if (isHopeless(search)) return { seqs: [], total: 0 };
	const short = search.beginnings.length > 0;
	const whole = await wholeRows(db, search);
	if (engineOf(db) === 'postgres')
		return counted(db, whole ?? (short ? beginningRows : likeRows)(search), limit, offset);
	// `+` keeps SQLite from walking the list in the hope of soon meeting ten of them.
	if (whole) return pageOf(db, whole, sql`+seq`, limit, offset);
	if (short) return findBeginnings(db, search, limit, offset, FEW);
	const few = await selective(db, search);
	return few && { seqs: few.slice(offset, offset + limit), total: few.length };
};

/** The same on SQLite where much matches: goes through everything that does. */
export const findBroadly = async (
	db: Db,
	search: PaymentSearch,
	limit: number,
	offset: number,
): Promise<Found> =>
	(search.beginnings.length > 0 ? await findBeginnings(db, search, limit, offset) : undefined) ??
	pageOf(db, broadRows(search), sql`payments_search.rowid`, limit, offset);

/** Every matching payment's place, newest first, a batch at a time. */
export async function* matchingBatches(
	{ read: db, aside }: Reads,
	search: PaymentSearch,
	size: number,
	piece = PIECE,
) {
	if (isHopeless(search)) return;
	const short = search.beginnings.length > 0;
	const postgres = engineOf(db) === 'postgres';
	const whole = await wholeRows(db, search);
	const scanned = whole !== undefined || postgres || short;
	let all = scanned ? undefined : await selective(db, search);
	if (scanned) {
		const rows = whole ?? (short ? beginningRows : likeRows)(search);
		const found = await sql<{ seq: number }>`select seq ${rows} order by seq desc`.execute(db);
		all = found.rows.map(({ seq }) => seq);
	}
	for (let at = 0; all && at < all.length; at += size) yield all.slice(at, at + size);
	if (all) return;
	// The index goes through a phrase from its newest row each time, so the pieces are large ones.
	for (let { to } = search; ; ) {
		const { rows } = await sql<{ seq: number }>`select payments_search.rowid as seq
			${broadRows({ ...search, to })} order by payments_search.rowid desc limit ${piece}`.execute(
			aside,
		);
		const seqs = rows.map(({ seq }) => seq);
		for (let at = 0; at < seqs.length; at += size) yield seqs.slice(at, at + size);
		if (seqs.length < piece) return;
		to = seqs.at(-1) ?? 0;
	}
}
