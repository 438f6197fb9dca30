import { sql } from 'kysely';
import type { PeriodAdjustment } from '#shared/contract/periods.ts';
import type { Db } from '../../db/database.ts';
import { BOOKED, CAME_IN, type Items, placeOf, WENT_OUT } from '../reconciliation/store.ts';
import type { Month } from '../reconciliation/tables.ts';
import { keptItems, RETURNED } from './items.ts';
import type { PeriodStepRow } from './tables.ts';

/** A closing as far as it is compared with what is so now. */
type Closing = Pick<PeriodStepRow, 'id' | 'month' | 'at'>;

const iso = (ms: number) => new Date(ms).toISOString();

/** The columns that are told of what differs, and its sums. */
const TOLD = ['payment_id', 'receipt', 'phone', 'payer_name', 'of'] as const;
/** What was decided is told as it is now. */
const DECIDED = ['decided_by', 'reason'] as const;
const SUMS = { came_in: CAME_IN, went_out: WENT_OUT, booked: BOOKED, returned: RETURNED };

/** A note without a receipt is told by that of its payment. */
const told = sql.join(
	[...TOLD, ...DECIDED].map((name) =>
		name === 'receipt' ? sql`coalesce(receipt, linked_receipt) as receipt` : sql.ref(name),
	),
);
const sums = sql.join(Object.entries(SUMS).map(([name, of]) => sql`${of} as ${sql.ref(name)}`));
const before = (name: string) => sql`max(case when side = -1 then ${sql.ref(name)} end)`;
const after = (name: string) => sql`max(case when side = 1 then ${sql.ref(name)} end)`;

/**
 * Each line or payment that is not as it was when its month was closed, and by how much. A payment that stood
 * alone then and is a line's now is one, not two. Both sides are put together and grouped, which takes as long as
 * sorting them; SQLite joins them in the square of their number.
 */
const differing = (db: Db, closing: Closing, items: Items) => sql`
	select * from (
		select coalesce(${after('id')}, ${before('id')}) as id, ${before('id')} as was_id,
			coalesce(${after('place')}, ${before('place')}) as place,
			${sql.join(TOLD.map((name) => sql`coalesce(${after(name)}, ${before(name)}) as ${sql.ref(name)}`))},
			${sql.join(DECIDED.map((name) => sql`${after(name)} as ${sql.ref(name)}`))},
			${before('state')} as was_state, ${after('state')} as now_state,
			${sql.join(Object.keys(SUMS).map((name) => sql`sum(side * ${sql.ref(name)}) as ${sql.ref(name)}`))}
		from (
			select id as key, -1 as side, id, state, ${told}, ${sums}, ${placeOf(db)} as place
			from (${keptItems(closing.id)}) as was
			union all
			select case when "of" = 'statement' and state in ('matched', 'amount_differs') and payment_id in (
				select id from period_items where step = ${closing.id} and "of" = 'books') then payment_id else id end,
				1, id, state, ${told}, ${sums}, ${placeOf(db)} from (${items}) as present
		) as sides group by key
	) as compared
	where was_state is null or now_state is null or was_state <> now_state
		or ${sql.join(
			Object.keys(SUMS).map((name) => sql`${sql.ref(name)} <> 0`),
			sql` or `,
		)}`;

/** What came to a closed month since, in sums; amounts are shillings. */
export const laterSums = async (db: Db, closing: Closing, items: Items) => {
	const { rows } = await sql<
		Record<'count' | 'came_in' | 'went_out' | 'booked' | 'returned', number | null>
	>`
		select count(*) as count, sum(came_in) as came_in, sum(went_out) as went_out, sum(booked) as booked, sum(returned) as returned
		from (${differing(db, closing, items)}) as later`.execute(db);
	const { count, came_in, went_out, booked, returned } = rows[0] ?? {};
	const shillings = (cents: number | null | undefined) => Number(cents ?? 0) / 100;
	return {
		count: Number(count ?? 0),
		in: shillings(came_in),
		out: shillings(went_out),
		books: shillings(booked),
		returned: shillings(returned),
	};
};

/** When something was last heard or decided of what differs. */
const CAME = sql`(select max(t) from (
	select s.at as t from statement_lines as l join statements as s on s.id = l.statement where l.id = later.id
	union all select e.at from payment_events as e where e.payment_id = later.payment_id
	union all select d.at from reconciliation_decisions as d where d.item_id in (later.id, later.was_id)
	union all select d.withdrawn_at from reconciliation_decisions as d where d.item_id in (later.id, later.was_id)
	union all select a.at from payment_adjustments as a where later."of" = 'note' and a.payment_id = later.payment_id
	union all select s.at from statements as s where later."of" = 'books' and s.covers_from <= later.place
		and s.covers_to > later.place) as heard)`;

interface LaterRow {
	came: string | null;
	place: string;
	receipt: string | null;
	phone: string | null;
	payer_name: string | null;
	decided_by: string | null;
	reason: string | null;
	was_state: string | null;
	now_state: string | null;
	came_in: number;
	went_out: number;
	booked: number;
	returned: number;
}

/** What came to a closed month since, one by one, as it came; with `within` only what came in that time. */
export const laterOf = async (
	db: Db,
	closing: Closing,
	items: Items,
	within?: Month,
): Promise<PeriodAdjustment[]> => {
	const { rows } = await sql<LaterRow>`
		select found.* from (select later.*, ${CAME} as came from (${differing(db, closing, items)}) as later) as found
		${within ? sql`where came >= ${iso(within.from)} and came < ${iso(within.to)}` : sql``}
		order by came, place, id`.execute(db);
	return rows.map(
		({ came, place, was_state, now_state, came_in, went_out, booked, returned, ...row }) => ({
			month: closing.month,
			came: came ?? closing.at,
			at: place,
			receipt: row.receipt,
			phone: row.phone,
			payer_name: row.payer_name,
			was: was_state,
			is: now_state,
			by: row.decided_by,
			reason: row.reason,
			in: Number(came_in) / 100,
			out: Number(went_out) / 100,
			books: Number(booked) / 100,
			returned: Number(returned) / 100,
		}),
	);
};
