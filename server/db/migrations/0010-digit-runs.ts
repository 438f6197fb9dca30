import { sql } from 'kysely';
import type { Step } from './step.ts';

const FIVE = '[0-9]'.repeat(5);
const SIX = '[0-9]'.repeat(6);

/** What a payment is searched by, with the receipt last: it comes when the rest is known, and moves nothing. */
const textOf = (row: string) => sql`(coalesce(${sql.raw(row)}.phone, '') || char(10)
	|| coalesce(${sql.raw(row)}.checkout_request_id, '') || char(10)
	|| coalesce(${sql.raw(row)}.merchant_request_id, '') || char(10) || coalesce(${sql.raw(row)}.receipt, ''))`;

/**
 * Six characters from every other place of a text, as far as they are digits: six of them, the last five
 * after an `x` where the first is none, or the first five. The array has as many zeros as there are places.
 */
const runsOf = (row: string) => sql`(select coalesce(group_concat(case
		when piece glob ${sql.lit(SIX)} then piece
		when substr(piece, 2) glob ${sql.lit(FIVE)} then 'x' || substr(piece, 2)
		when substr(piece, 1, 5) glob ${sql.lit(FIVE)} then substr(piece, 1, 5) end, ' '), '')
	from (select substr(whole.text, 1 + 2 * place.key, 6) as piece
		from (select ${textOf(row)} as text limit 1) as whole cross join json_each(
			'[' || substr(replace(hex(zeroblob(length(whole.text) / 2)), '00', ',0'), 2) || ']') as place))`;

/**
 * Runs of digits are found by six at a time on SQLite: the trigrams of digits are each in every tenth
 * payment. How they are looked for is in `digit-runs.ts`.
 */
export const digitRuns: Step = (engine) => ({
	up: async (db) => {
		if (engine === 'postgres') return;
		await sql`create virtual table payments_digits_search using fts5
			(runs, content='', contentless_delete=1, detail=none, tokenize='ascii')`.execute(db);
		await sql`insert into payments_digits_search (rowid, runs)
			select seq, ${runsOf('payments')} from payments order by seq`.execute(db);
		// One piece instead of twenty, each of which would be looked into for every entry.
		await sql`insert into payments_digits_search (payments_digits_search) values ('optimize')`.execute(
			db,
		);
		const add = sql`insert into payments_digits_search (rowid, runs) values (new.seq, ${runsOf('new')});`;
		const remove = sql`delete from payments_digits_search where rowid = old.seq;`;
		await sql`create trigger payments_digits_search_insert after insert on payments
			begin ${add} end`.execute(db);
		await sql`create trigger payments_digits_search_delete after delete on payments
			begin ${remove} end`.execute(db);
		const run = sql.lit(`*${FIVE}*`);
		await sql`create trigger payments_digits_search_update
			after update of receipt, phone, checkout_request_id, merchant_request_id on payments
			when new.phone is not old.phone or new.checkout_request_id is not old.checkout_request_id
				or new.merchant_request_id is not old.merchant_request_id
				or (new.receipt is not old.receipt and (new.receipt glob ${run} or old.receipt glob ${run}))
			begin ${remove} ${add} end`.execute(db);
	},
});
