import { type RawBuilder, sql } from 'kysely';
import {
	type ToCheckItem,
	type ToCheckKind,
	type ToCheckQuery,
	toCheckKinds,
	toCheckPage,
	toCheckQuery,
} from '#shared/contract/to-check.ts';
import { ANY_MARK, marks } from '#shared/contract/transactions-query.ts';
import { formatMonthWords } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import { readPage } from '../../api/page.ts';
import type { Database, Db } from '../../db/database.ts';
import { listIds } from '../../db/engine.ts';
import type { Api } from '../../http/api.ts';
import { readDelivery } from '../../mpesa/deliveries.ts';
import { listChangesSince } from '../periods/changes-since-closing.ts';
import { parseMonth } from '../reconciliation/tables.ts';
import { selectBookingTime } from './figures.ts';
import { readOverReturned, readPayments } from './over-returned.ts';
import {
	type Facts,
	findFacts,
	hasMark,
	isPaidTwice,
	isUnnoted,
	listMarks,
	needsAccount,
	selectReportedIds,
} from './payment-state.ts';
import type { Payment } from './store.ts';
import { fromSeq } from './tables.ts';
import { selectDeliveries } from './unmatched.ts';

type Kind = Exclude<ToCheckKind, 'changed_after_closing'>;

/** Age up to which payments are compared with each other. */
const TWICE_AGE_MS = 400 * 86_400_000;

const EMPTY = {
	transaction_id: null,
	line_id: null,
	delivery_id: null,
	receipt: null,
	month: null,
};

const describe = (kind: Kind, payment: Payment, text: string): ToCheckItem => ({
	...EMPTY,
	kind,
	at: payment.paid_at ?? new Date(fromSeq(payment.seq)).toISOString(),
	amount: payment.amount,
	transaction_id: payment.id,
	receipt: payment.receipt,
	text,
});

/** An item before its row is read; `id` is that of the payment, line or message. */
interface Found {
	kind: Kind;
	at: string;
	/** The order of items of one moment. */
	place: number;
	id: string;
}

/** Selects the items of all kinds that SQL finds, as `Found`. */
const selectFound = (db: Db, now: number) => {
	const selectPaid = (kind: Kind, condition: RawBuilder<boolean>) => sql`
		select ${sql.lit(kind)} as kind, ${selectBookingTime(db)} as at, payments.seq as place, payments.id as id
		from payments where ${condition}`;
	const messages = selectDeliveries(db, 'open').select(['m.id', 'm.at']);
	return sql`
		${selectPaid('unassigned', needsAccount(db, 'any'))}
		union all ${selectPaid('paid_twice', isPaidTwice(db, now - TWICE_AGE_MS))}
		union all ${selectPaid('marked', sql`${hasMark(ANY_MARK, now)} and payments.id not in ${selectReportedIds}`)}
		union all
		select 'unmatched', messages.at, messages.id, cast(messages.id as text) from ${messages} as messages
		union all
		select case when l.kind = 'reversal' then 'reversal_open' else 'paid_out' end, l.completed_at, l.line, l.id
		from statement_lines as l
		where l.withdrawn > 0 and l.kind in ('reversal', 'other') and l.paid_in = 0
			and (l.kind = 'other' or l.linked_receipt is null)
			and not exists (select 1 from decisions as d where d.about_kind = 'line' and d.about_id = l.id
				and d.withdrawn_at is null)
			and ${isUnnoted}`;
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

const LINE_TEXTS = {
	reversal_open: 'Money was taken back. Choose the payment that it belongs to.',
	paid_out: 'Money was paid out. Give a reason for it.',
} as const;

/** Reads the lines by which money left. */
const readLines = async (db: Db, ids: readonly string[]): Promise<ToCheckItem[]> => {
	const rows = await db
		.selectFrom('statement_lines')
		.select(['id', 'completed_at as at', 'kind', 'withdrawn', 'receipt'])
		.where('id', 'in', ids)
		.execute();
	return rows.map(({ id, at, kind: type, withdrawn, receipt }) => {
		const kind = type === 'reversal' ? 'reversal_open' : 'paid_out';
		const amount = Number(withdrawn) / 100;
		return { ...EMPTY, kind, at, amount, line_id: id, receipt, text: LINE_TEXTS[kind] };
	});
};

/** Reads the deliveries that changed no payment and need a decision. */
const readMessages = async (db: Db, ids: readonly string[]): Promise<ToCheckItem[]> => {
	const rows = await selectDeliveries(db, 'open')
		.select(['m.id', 'm.at', 'm.kind', 'm.body', 'd.payment_id', 'd.outcome'])
		.where('m.id', 'in', ids.map(Number))
		.execute();
	return rows.map(({ id, at, kind, body, payment_id, outcome }) => {
		const read = readDelivery(kind, body);
		return {
			...EMPTY,
			kind: 'unmatched',
			at,
			amount: read?.amount ?? null,
			transaction_id: payment_id,
			delivery_id: id,
			receipt: read?.receipt ?? null,
			text: marks[outcome as keyof typeof marks] ?? 'It could not be matched to a payment.',
		};
	});
};

const describePayment = (kind: Kind, payment: Payment, facts: Facts) => {
	if (kind === 'unassigned')
		return describe(kind, payment, 'Paid without an account of ours. Assign the payment.');
	if (kind === 'paid_twice') {
		const text = `KSh ${formatWhole(payment.amount)} came twice within ten minutes, from the same phone for the same account.`;
		return describe(kind, payment, text);
	}
	const own = listMarks(facts.get(payment.id));
	return describe(kind, payment, own.map((mark) => marks[mark]).join(' '));
};

/** Reads the items of a page, in their order. */
const readItems = async (db: Db, found: readonly Found[], now: number) => {
	const listOwnIds = (...kinds: Kind[]) =>
		listIds(found.filter(({ kind }) => kinds.includes(kind)));
	const payments = await readPayments(db, listOwnIds('unassigned', 'paid_twice', 'marked'));
	const marked = new Set(listOwnIds('marked'));
	const facts = await findFacts(
		db,
		payments.filter(({ id }) => marked.has(id)),
		now,
	);
	const lineIds = listOwnIds('paid_out', 'reversal_open');
	const lines = lineIds.length > 0 ? await readLines(db, lineIds) : [];
	const messageIds = listOwnIds('unmatched');
	const messages = messageIds.length > 0 ? await readMessages(db, messageIds) : [];
	return found.flatMap(({ kind, id }) => {
		const payment = payments.find((each) => each.id === id);
		if (payment) return describePayment(kind, payment, facts);
		const isItem = ({ line_id, delivery_id }: ToCheckItem) =>
			kind === 'unmatched' ? String(delivery_id) === id : line_id === id;
		return [...lines, ...messages].find(isItem) ?? [];
	});
};

/** Lists the payments of which more was given back than paid. */
const listOverReturned = async (db: Db) =>
	(await readOverReturned(db)).map(({ payment, given_back, text }) => {
		const isTwice = given_back === 2 * payment.amount;
		return describe(isTwice ? 'given_back_twice' : 'more_back_than_paid', payment, `${text}.`);
	});

/** Lists the changes in closed months after their closing. */
const listLateChanges = async (db: Db): Promise<ToCheckItem[]> => {
	const closed = await db
		.selectFrom('periods')
		.select(['month', 'at'])
		.where('state', '=', 'closed')
		.execute();
	const items: ToCheckItem[] = [];
	for (const { month, at: since } of closed)
		for (const { at, by, text, amount } of await listChangesSince(db, parseMonth(month), since))
			items.push({
				...EMPTY,
				kind: 'changed_after_closing',
				month,
				at,
				amount,
				text: `${formatMonthWords(month)}: ${text} (${by})`,
			});
	return items;
};

const isFound = (item: Found | ToCheckItem): item is Found => 'place' in item;

/** Lists what needs a person as of `now`, oldest first: a page, and the totals of all kinds. */
const listToCheck = async (db: Db, { kind, ...paging }: ToCheckQuery, now: number) => {
	const { limit, offset } = readPage(paging);
	const { counts, found } = await readFound(db, now, kind, offset + limit);
	// These need more than SQL, and are few.
	const others = [...(await listOverReturned(db)), ...(await listLateChanges(db))];
	for (const { kind } of others) counts.set(kind, (counts.get(kind) ?? 0) + 1);
	const shown = others.filter((item) => !kind || item.kind === kind);
	const all: (Found | ToCheckItem)[] = [...found, ...shown];
	const page = all
		.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
		.slice(offset, offset + limit);
	const items = await readItems(db, page.filter(isFound), now);
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
export const toCheckRoutes = (api: Api, database: Database, now: () => number) => {
	api.get('/transactions/to-check', {
		schema: {
			operationId: 'listToCheck',
			summary: 'Lists payments, lines and messages that need a person, oldest first',
			querystring: toCheckQuery,
			response: { 200: toCheckPage },
		},
		handler: ({ query }) => listToCheck(database.read, query, now()),
	});
};
