import { type RawBuilder, sql } from 'kysely';
import { toCheckCalls } from '#shared/contract/finance/calls.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import {
	type ToCheckItem,
	type ToCheckKind,
	type ToCheckQuery,
	toCheckKinds,
} from '#shared/contract/finance/to-check.ts';
import { ANY_MARK } from '#shared/contract/finance/transactions-query.ts';
import { formatMonthWords } from '#shared/east-africa-time.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { readPage } from '../../platform/api/page.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { toInstantSql } from '../../platform/db/engine.ts';
import type { Api } from '../../platform/http/api.ts';
import { isAdjustment, selectActive } from '../decisions/store.ts';
import { listChangesSince } from '../periods/changes-since-closing.ts';
import { hasMark } from './conditions.ts';
import { selectBookingTime } from './figures.ts';
import { type Found, makeItem } from './to-check-item.ts';
import { readItems } from './to-check-items.ts';
import { selectDeliveries, selectReportedIds } from './unmatched.ts';

/** True for the receipt of money `d` that a refund or a reversal covers. */
const isGivenBack = (receipt: RawBuilder<unknown>, cents: RawBuilder<unknown>) => sql`(
	exists (select 1 from decisions as g where g.about_kind = 'decision' and g.about_id = cast(d.id as text)
		and g.withdrawn_at is null) or ${cents} <= coalesce((select sum(r.withdrawn) from statement_lines as r where r.linked_receipt = ${receipt}), 0)
		+ 100 * coalesce((select sum(a.amount_shillings) from decisions as a join payments as b on b.id = a.payment_id
			where b.receipt = ${receipt} and ${isAdjustment('a')}), 0))`;

/** Selects the decisions that wait for money: expected receipts, and what is to be returned. */
const selectWaiting = (db: Db) => sql`
	select 'expected' as kind, d.created_at as at, d.id as place, cast(d.id as text) as id from decisions as d
	where d.about_kind = 'receipt' and d.what = 'awaited' and d.withdrawn_at is null
		and not exists (select 1 from payments as p where p.receipt = d.about_id)
		and not exists (select 1 from mpesa_messages as m where m.receipt = d.about_id)
	union all
	select 'to_give_back', coalesce(m.paid_at, m.at), d.id, cast(d.id as text) from decisions as d
	join mpesa_messages as m on m.id = cast(d.about_id as integer)
	where d.about_kind = 'delivery' and d.what = 'to_return' and d.withdrawn_at is null
		and not ${isGivenBack(sql`m.receipt`, sql`100 * coalesce(m.amount, 1)`)}
	union all
	select 'to_give_back', l.completed_at, d.id, cast(d.id as text) from decisions as d
	join statement_lines as l on l.id = d.about_id
	where d.about_kind = 'line' and d.what = 'to_return' and d.withdrawn_at is null
		and not ${isGivenBack(sql`l.receipt`, sql`l.paid_in`)}
	union all
	select 'to_give_back', coalesce(p.paid_at, ${toInstantSql(db, sql`p.seq / 1024`)}), d.id, cast(d.id as text) from decisions as d
	join payments as p on p.id = d.about_id
	where d.about_kind in ('line', 'payment') and d.what = 'to_return' and d.withdrawn_at is null
		and p.returned_shillings < p.amount`;

/** True for the second of two payments of the same money. */
const IS_SECOND = sql<boolean>`payments.paid_twice is not null
	and payments.seq > (select o.seq from payments as o where o.id = payments.paid_twice)
	and not exists (select 1 from decisions as d where d.about_kind = 'payment' and d.about_id = payments.id
		and d.what = 'to_return' and d.withdrawn_at is null)`;

/** Selects the items of all kinds that SQL finds, as `Found`. */
const selectFound = (db: Db, now: number) => {
	const selectPaid = (kind: ToCheckKind, condition: RawBuilder<boolean>) => sql`
		select ${sql.lit(kind)} as kind, ${selectBookingTime(db)} as at, payments.seq as place, payments.id as id
		from payments where ${condition}`;
	const messages = selectDeliveries(db, 'open').select((eb) => [
		'm.id',
		eb.fn.coalesce('m.paid_at', 'm.at').as('at'),
	]);
	return sql`
		${selectPaid('unassigned', sql`payments.to_assign is not null`)}
		union all ${selectPaid('paid_twice', IS_SECOND)}
		union all ${selectPaid('given_back_twice', sql`payments.over_returned = 'given_back_twice'`)}
		union all ${selectPaid('more_back_than_paid', sql`payments.over_returned = 'more_back_than_paid'`)}
		union all ${selectPaid('marked', sql`${hasMark(ANY_MARK, now)} and payments.id not in ${selectReportedIds}`)}
		union all ${selectWaiting(db)}
		union all
		select 'closed_account', a.closed_at, 0, a.account from accounts as a
		where a.closed_at is not null and not exists (select 1 from decisions as d where d.about_kind = 'account'
			and d.about_id = a.account and d.what = 'seen' and d.withdrawn_at is null)
		union all
		select 'unmatched', messages.at, messages.id, cast(messages.id as text) from ${messages} as messages
		union all
		select case when l.kind = 'reversal' then 'reversal_open' else 'paid_out' end, l.completed_at, l.line, l.id
		from statement_lines as l
		where l.withdrawn > 0 and l.kind in ('reversal', 'other') and l.paid_in = 0
			and (l.kind = 'other' or l.linked_receipt is null)
			and not exists (select 1 from decisions as d where d.about_kind = 'line' and d.about_id = l.id
				and d.withdrawn_at is null)
			and not exists (select 1 from decisions as a where a.line_id = l.id and a.withdrawn_at is null)`;
};

/** Counts the items that SQL finds, by kind, and returns the first `most` of all kinds or of one, oldest first. */
const readFound = async (db: Db, now: number, kind: ToCheckKind | undefined, most: number) => {
	const { rows } = await sql<Found & { n: number | null }>`
		with found as materialized (${selectFound(db, now)})
		select kind, count(*) as n, min(at) as at, 0 as place, '' as id from found group by kind
		union all
		select * from (select kind, cast(null as bigint) as n, at, place, id from found
			where ${kind ? sql`kind = ${kind}` : sql`1 = 1`} order by at, place limit ${most}) as page`.execute(
		db,
	);
	return {
		counts: new Map<string, number>(rows.flatMap(({ kind, n }) => (n === null ? [] : [[kind, n]]))),
		found: rows.filter(({ n }) => n === null).sort((a, b) => a.place - b.place),
	};
};

/** Lists the changes in closed months after their closing that no person has seen. */
const listLateChanges = async (db: Db): Promise<ToCheckItem[]> => {
	const seen = await selectActive(db).where('d.about_kind', '=', 'change').execute();
	const ids = new Set(seen.map(({ about_id }) => about_id));
	const closed = await db.selectFrom('periods').selectAll().where('state', '=', 'closed').execute();
	const items: ToCheckItem[] = [];
	for (const row of closed)
		for (const { id = '', at, by, text, amount } of await listChangesSince(db, row))
			if (!ids.has(id))
				items.push(
					makeItem({
						kind: 'changed_after_closing',
						month: row.month,
						change_id: id,
						at,
						amount,
						text: `${formatMonthWords(row.month)}: ${text} (${by})`,
					}),
				);
	return items;
};

const isFound = (item: Found | ToCheckItem): item is Found => 'place' in item;

/** Lists what needs a person as of `now`, oldest first: a page, and the totals of all kinds. */
const listToCheck = async (
	db: Db,
	{ kind, ...paging }: ToCheckQuery,
	now: number,
	plans: readonly Plan[],
) => {
	const { limit, offset } = readPage(paging);
	const { counts, found } = await readFound(db, now, kind, offset + limit);
	const others = await listLateChanges(db);
	for (const { kind } of others) counts.set(kind, (counts.get(kind) ?? 0) + 1);
	const shown = others.filter((item) => !kind || item.kind === kind);
	const all: (Found | ToCheckItem)[] = [...found, ...shown];
	const page = all
		.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
		.slice(offset, offset + limit);
	const items = await readItems(db, page.filter(isFound), { now, plans });
	const names = Object.keys(toCheckKinds) as ToCheckKind[];
	const totals = Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])) as Record<
		ToCheckKind,
		number
	>;
	return {
		data: page.flatMap((item) => (isFound(item) ? (items.shift() ?? []) : [item])),
		total: kind ? totals[kind] : names.reduce((sum, name) => sum + totals[name], 0),
		totals,
	};
};

/** Adds the list of what needs a person. */
export const toCheckRoutes = (
	api: Api,
	database: Database,
	now: () => number,
	plans: readonly Plan[],
) => {
	answerCalls(api, { database, now }, toCheckCalls, {
		listToCheck: ({ query }) => listToCheck(database.read, query, now(), plans),
	});
};
