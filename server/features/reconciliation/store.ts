import { sql } from 'kysely';
import {
	type LineState,
	lineStateNames,
	OPEN_STATES,
	type Reconciliation,
	type ReconciliationLine,
	type ReconciliationLinesQuery,
} from '#shared/contract/reconciliation.ts';
import type { Reads } from '../../db/database.ts';
import { contains, momentText } from '../../db/engine.ts';
import { momentOf } from '../payments/tables.ts';
import { coverageOf, type Item, itemsOf, monthOfText } from './month.ts';
import { reasonOf } from './reasons.ts';

const LIMIT = 25;

/** What came in by an item of the statement, and what our books have of it, in cents. */
const CAME_IN = sql`case when "of" = 'statement' and state <> 'sweep' then paid_in else 0 end`;
const BOOKED = sql`case when payment_status = 'completed' and state <> 'only_statement'
	and ("of" = 'books' or paid_in > 0) then payment_amount * 100 else 0 end`;

const iso = (ms: number) => new Date(ms).toISOString();
const ranges = (some: readonly (readonly [number, number])[]) =>
	some.map(([from, to]): [string, string] => [iso(from), iso(to)]);

interface StateSums {
	state: LineState;
	count: number;
	amount: number;
	came_in: number;
	went_out: number;
	booked: number;
	size: number;
}

const isOpen = (state: string) => (OPEN_STATES as readonly string[]).includes(state);

/** What a month (`yyyy-MM`) comes to, by M-Pesa's clock, as of `now`. */
export const readMonth = async (
	{ read }: Reads,
	text: string,
	now: number,
): Promise<Reconciliation> => {
	const month = monthOfText(text);
	const coverage = await coverageOf(read, month, now);
	const { rows } = await sql<StateSums>`
		select state, count(*) as count,
			sum(case when paid_in > 0 then paid_in when withdrawn > 0 then withdrawn
				else coalesce(payment_amount, 0) * 100 end) as amount,
			sum(${CAME_IN}) as came_in,
			sum(case when state = 'sweep' and kind = 'sweep' then 0 else coalesce(withdrawn, 0) end) as went_out,
			sum(${BOOKED}) as booked, sum(abs(${CAME_IN} - ${BOOKED})) as size
		from (${itemsOf(month, coverage, now)}) as items group by state`.execute(read);
	const sums = rows.map(({ state, ...figures }) => ({
		state,
		...(Object.fromEntries(
			Object.entries(figures).map(([name, value]) => [name, Number(value)]),
		) as Omit<StateSums, 'state'>),
	}));
	const sum = (of: (row: StateSums) => number) =>
		sums.reduce((total, row) => total + of(row), 0) / 100;
	const found = new Map(sums.map((row) => [row.state, row]));
	return {
		month: text,
		statement: {
			...{ in: sum((row) => row.came_in), out: sum((row) => row.went_out) },
			...{ covered: ranges(coverage.covered), gaps: ranges(coverage.gaps) },
		},
		books: { in: sum((row) => row.booked) },
		difference: sum((row) => row.came_in - row.booked),
		explained: sum((row) => (isOpen(row.state) ? 0 : row.came_in - row.booked)),
		unexplained: sum((row) => (isOpen(row.state) ? row.size : 0)),
		states: Object.fromEntries(
			lineStateNames.map((state) => {
				const { count = 0, amount = 0 } = found.get(state) ?? {};
				return [state, { count, amount: amount / 100 }];
			}),
		) as Reconciliation['states'],
	};
};

const shillings = (cents: number | null) => (cents === null ? null : Number(cents) / 100);
const timeOf = ({ at, payment_seq }: Item) => at ?? iso(momentOf(Number(payment_seq)));

const toWire = (item: Item): ReconciliationLine => ({
	...{ id: item.id, of: item.of, at: timeOf(item), state: item.state, kind: item.kind },
	...{ receipt: item.receipt, details: item.details, payer_name: item.payer_name },
	...{ phone: item.phone, account_reference: item.account_reference },
	...{ paid_in: shillings(item.paid_in), withdrawn: shillings(item.withdrawn) },
	transaction:
		item.payment_id === null
			? null
			: {
					...{ id: item.payment_id, amount: Number(item.payment_amount) },
					at: item.payment_paid_at ?? iso(momentOf(Number(item.payment_seq))),
					...{ status: item.payment_status ?? '', receipt: item.payment_receipt },
				},
	reason: reasonOf({ ...item, at: timeOf(item) }),
	decision:
		item.decided === null
			? null
			: {
					...{ as: item.decided, reason: item.reason ?? '', by: item.decided_by ?? '' },
					...{ at: item.decided_at ?? '' },
					transaction_id: ['booked', 'attached'].includes(item.decided) ? item.payment_id : null,
				},
});

/** The lines of a month and the payments that no line is about, newest first: a page, and how many there are. */
export const listLines = async (
	{ read }: Reads,
	{ month: text, state, search, ...paging }: ReconciliationLinesQuery,
	now: number,
) => {
	const month = monthOfText(text);
	const coverage = await coverageOf(read, month, now);
	const limit = Number(paging.limit ?? LIMIT);
	const states = state === 'open' ? OPEN_STATES : state && [state];
	const words = search?.trim().toLowerCase() ?? '';
	const where = sql.join(
		[
			sql`1 = 1`,
			...(states ? [sql`state in (${sql.join(states.map((one) => sql.lit(one)))})`] : []),
			...(words === '' ? [] : [contains(read, 'searched', words)]),
		],
		sql` and `,
	);
	const items = sql`(select items.*, lower(coalesce(receipt, '') || ' ' || coalesce(payer_name, '') || ' ' ||
		coalesce(phone, '') || ' ' || coalesce(account_reference, '') || ' ' || coalesce(details, '')) as searched,
		coalesce(at, ${momentText(read, sql`payment_seq / 1024`)}) as place
		from (${itemsOf(month, coverage, now)}) as items) as found`;
	const page = await sql<Item>`select * from ${items} where ${where} order by place desc, id
		limit ${limit} offset ${(Number(paging.page ?? 1) - 1) * limit}`.execute(read);
	const total = await sql<{ n: number }>`select count(*) as n from ${items} where ${where}`.execute(
		read,
	);
	return { data: page.rows.map(toWire), total: Number(total.rows[0]?.n ?? 0) };
};
