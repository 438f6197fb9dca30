import { sql } from 'kysely';
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
import { readOverReturned, readPayments } from './over-returned.ts';
import {
	computeHints,
	computePaymentState,
	findAllMarks,
	findFacts,
	hasMark,
	isUnnoted,
	needsAccount,
	selectReportedIds,
} from './payment-state.ts';
import { type Payment, selectPayments } from './store.ts';
import { fromSeq, toSeq } from './tables.ts';
import { selectDeliveries } from './unmatched.ts';

type Kind = Exclude<ToCheckKind, 'changed_after_closing'>;

/** Age up to which payments are compared with each other. */
const TWICE_AGE_MS = 400 * 86_400_000;
const TWICE_MS = 10 * 60_000;
/** Upper bound of each kind, so that a neglected list stays fast. */
const KIND_MAX = 10_000;

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

/** Lists the second of two payments of the same phone, account and amount, unless a person checked one of them. */
const listPaidTwice = async (db: Db, now: number) => {
	const { rows } = await sql<{ id: string }>`
		select id from (select id, seq, lag(seq) over (partition by phone, amount order by seq) as previous
			from payments where status = 'completed' and phone is not null and seq >= ${toSeq(now - TWICE_AGE_MS)}) as paid
		where seq - previous <= ${sql.lit(toSeq(TWICE_MS))} limit ${KIND_MAX}`.execute(db);
	const payments = await readPayments(db, listIds(rows));
	const facts = await findFacts(db, payments, now);
	return payments.flatMap((payment) => {
		const state = computePaymentState(payment, facts);
		const { paid_twice } = computeHints(payment, state, facts.get(payment.id));
		const text = `KSh ${formatWhole(payment.amount)} came twice within ten minutes, from the same phone for the same account.`;
		return paid_twice ? [describe('paid_twice', payment, text)] : [];
	});
};

/** Lists the payments of which more was given back than paid. */
const listOverReturned = async (db: Db) =>
	(await readOverReturned(db)).map(({ payment, given_back, text }) => {
		const isTwice = given_back === 2 * payment.amount;
		return describe(isTwice ? 'given_back_twice' : 'more_back_than_paid', payment, `${text}.`);
	});

/** Lists the lines by which money left, without a decision. */
const listMoneyOut = async (db: Db): Promise<ToCheckItem[]> => {
	const { rows } = await sql<{
		id: string;
		at: string;
		kind: string;
		withdrawn: number;
		receipt: string;
	}>`select l.id, l.completed_at as at, l.kind, l.withdrawn, l.receipt from statement_lines as l
		where l.withdrawn > 0 and l.kind in ('reversal', 'other') and l.paid_in = 0
			and (l.kind = 'other' or l.linked_receipt is null)
			and not exists (select 1 from decisions as d where d.about_kind = 'line' and d.about_id = l.id
				and d.withdrawn_at is null)
			and ${isUnnoted} limit ${KIND_MAX}`.execute(db);
	return rows.map(({ id, at, kind, withdrawn, receipt }) => ({
		...EMPTY,
		kind: kind === 'reversal' ? 'reversal_open' : 'paid_out',
		at,
		amount: Number(withdrawn) / 100,
		line_id: id,
		receipt,
		text:
			kind === 'reversal'
				? 'Money was taken back. Choose the payment that it belongs to.'
				: 'Money was paid out. Give a reason for it.',
	}));
};

/** Lists the deliveries that changed no payment and need a decision. */
const listUnmatched = async (db: Db): Promise<ToCheckItem[]> => {
	const rows = await selectDeliveries(db, 'open')
		.select(['m.id', 'm.at', 'm.kind', 'm.body', 'd.payment_id', 'd.outcome'])
		.limit(KIND_MAX)
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

const listUnassigned = async (db: Db) => {
	const rows = await selectPayments(db)
		.where(needsAccount(db, 'any'))
		.orderBy('seq')
		.limit(KIND_MAX)
		.execute();
	return rows.map((payment) =>
		describe('unassigned', payment, 'Paid without an account of ours. Assign the payment.'),
	);
};

const listMarked = async (db: Db, now: number) => {
	const rows = await selectPayments(db)
		.where(hasMark(ANY_MARK, now))
		.where(sql<boolean>`payments.id not in ${selectReportedIds}`)
		.orderBy('seq')
		.limit(KIND_MAX)
		.execute();
	const found = rows.length === 0 ? new Map() : await findAllMarks(db, now);
	return rows.map((payment) => {
		const own: (keyof typeof marks)[] = found.get(payment.id) ?? [];
		return describe('marked', payment, own.map((mark) => marks[mark]).join(' '));
	});
};

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

/** Lists what needs a person as of `now`, oldest first: a page, and the totals of all kinds. */
const listToCheck = async (db: Db, { kind, ...paging }: ToCheckQuery, now: number) => {
	const items = [
		...(await listUnmatched(db)),
		...(await listMarked(db, now)),
		...(await listPaidTwice(db, now)),
		...(await listOverReturned(db)),
		...(await listMoneyOut(db)),
		...(await listUnassigned(db)),
		...(await listLateChanges(db)),
	].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
	const names = Object.keys(toCheckKinds) as ToCheckKind[];
	const count = (name: ToCheckKind) => items.filter((item) => item.kind === name).length;
	const shown = kind ? items.filter((item) => item.kind === kind) : items;
	const { limit, offset } = readPage(paging);
	return {
		data: shown.slice(offset, offset + limit),
		total: shown.length,
		totals: Object.fromEntries(names.map((name) => [name, count(name)])) as Record<
			ToCheckKind,
			number
		>,
	};
};

/** Adds the list of what needs a person. */
export const toCheckRoutes = (api: Api, database: Database, now: () => number) => {
	api.get('/transactions/to-check', {
		schema: {
			tags: ['transactions'],
			operationId: 'listToCheck',
			summary: 'Lists payments, lines and messages that need a person, oldest first',
			querystring: toCheckQuery,
			response: { 200: toCheckPage },
		},
		handler: ({ query }) => listToCheck(database.read, query, now()),
	});
};
