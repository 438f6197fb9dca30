import { type Selectable, sql } from 'kysely';
import { toAccountKey } from '#shared/account.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import type {
	ToCheckItem,
	ToCheckKind,
	ToCheckSuggestion,
} from '#shared/contract/finance/to-check.ts';
import { marks } from '#shared/contract/finance/transactions-query.ts';
import { formatMessageDay } from '#shared/east-africa-time.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import { PHONE } from '#shared/phone.ts';
import type { Db } from '../../platform/db/database.ts';
import { listIds } from '../../platform/db/engine.ts';
import { readDelivery } from '../mpesa/deliveries.ts';
import { selectLines } from '../reconciliation/month.ts';
import { listItemLines } from '../reconciliation/store.ts';
import { readAccess } from './access.ts';
import { listMarks } from './conditions.ts';
import { isExistingAccount } from './existing-accounts.ts';
import { describeOverReturned } from './over-returned.ts';
import { proposeParts } from './part-payments.ts';
import { proposeAccounts } from './proposals.ts';
import { type Payment, readPayments, selectPayments } from './store.ts';
import { fromSeq, type MessageRow } from './tables.ts';
import { ACTS, type Found, makeItem } from './to-check-item.ts';
import { readMessages } from './to-check-messages.ts';

/** Says that an amount is no price, and which one is nearest: the next higher one, or else the highest. */
const describeNoPlan = (amount: number, plans: readonly Plan[]) => {
	const sorted = plans.toSorted((a, b) => a.amount - b.amount);
	const nearest = sorted.find((plan) => plan.amount > amount) ?? sorted.at(-1);
	const hint = nearest
		? `: ${formatWhole(nearest.amount)} is ${formatCount(nearest.months, 'month')}`
		: '';
	return `KSh ${formatWhole(amount)} has no plan${hint}.`;
};

const describeUnassigned = (
	{ account_reference: typed, amount, to_assign }: Payment,
	plans: readonly Plan[],
) => {
	if (to_assign === 'no_plan') return describeNoPlan(amount, plans);
	return typed === null ? 'No account typed.' : `“${typed}” is nobody’s account.`;
};

/** The time (milliseconds) as of which entries are read, and the plans. */
interface Reading {
	now: number;
	plans: readonly Plan[];
}

const describeText = (kind: ToCheckKind, payment: Payment, { now, plans }: Reading) => {
	const { amount } = payment;
	if (kind === 'unassigned') return describeUnassigned(payment, plans);
	if (kind === 'paid_twice')
		return `KSh ${formatWhole(amount)} came twice within ten minutes, from the same phone for the same account.`;
	if (kind !== 'marked') return `${describeOverReturned(payment)}.`;
	return listMarks(payment, now)
		.map((mark) => marks[mark])
		.join(' ');
};

/** Suggests the account that the same phone paid for last. A masked phone can be another payer's. */
const suggestAccount = async (db: Db, payment: Payment): Promise<ToCheckSuggestion[]> => {
	const { id, phone, account_reference: typed } = payment;
	if (phone === null || !PHONE.test(phone)) return [];
	const other = await selectPayments(db)
		.where('phone', '=', phone)
		.where('id', '<>', id)
		.where('status', '=', 'completed')
		.where('months', 'is not', null)
		.where('account_reference', 'is not', null)
		.orderBy('seq', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (!other || other.account_reference === null || other.account_reference === typed) return [];
	const { account_reference, months, seq } = other;
	if (!(await isExistingAccount(db, toAccountKey(account_reference) ?? ''))) return [];
	const day = formatMessageDay(fromSeq(seq));
	const text = `The same phone paid for “${account_reference}” on ${day}.`;
	return [{ act: 'assignment', text, account_reference, months }];
};

const listSuggestions = async (
	db: Db,
	kind: ToCheckKind,
	payment: Payment,
	plans: readonly Plan[],
): Promise<ToCheckSuggestion[]> => {
	const { id, amount } = payment;
	if (kind === 'unassigned') {
		const proposals = (await proposeAccounts(db, [payment], plans)).get(id) ?? [];
		return [
			...(await proposeParts(db, payment, plans)),
			...proposals.map(({ by: _, ...rest }) => rest),
			...(await suggestAccount(db, payment)),
		];
	}
	if (kind === 'given_back_twice')
		return [{ act: 'same' as const, text: 'Count the same money once.', transaction_id: id }];
	const text = 'This is the second payment: it will be given back.';
	return kind === 'paid_twice'
		? [{ act: 'decided' as const, text, transaction_id: id, amount }]
		: [];
};

const describePayment = async (
	db: Db,
	kind: ToCheckKind,
	payment: Payment,
	reading: Reading,
): Promise<ToCheckItem> =>
	makeItem({
		kind,
		at: payment.paid_at ?? new Date(fromSeq(payment.seq)).toISOString(),
		amount: payment.amount,
		payer: payment.payer_name,
		phone: payment.phone,
		account: payment.assigned_reference ?? payment.account_reference,
		transaction_id: payment.id,
		receipt: payment.receipt,
		text: describeText(kind, payment, reading),
		// A request of ours may be for other fees than those of an account.
		...(kind === 'unassigned' &&
			payment.origin === 'stk' && { acts: [...ACTS.unassigned, 'seen'] }),
		suggestions: await listSuggestions(db, kind, payment, reading.plans),
	});

const LINE_TEXTS = {
	reversal_open: 'Money was taken back. Choose the payment that it belongs to.',
	paid_out: 'Money was paid out. Give a reason for it.',
} as const;

/** Reads a line by which money left, with the payments that it may belong to. */
const readLine = async (
	db: Db,
	{ id, kind, at }: Found,
	now: number,
): Promise<ToCheckItem | undefined> => {
	const time = Date.parse(at);
	const { data } = await listItemLines(db, selectLines({ from: time, to: time + 1 }), {
		where: sql`id = ${id}`,
		limit: 1,
		now,
	});
	const [line] = data;
	return (
		line &&
		makeItem({
			kind,
			at: line.at,
			amount: line.withdrawn,
			payer: line.payer_name,
			phone: line.phone,
			account: line.account_reference,
			line_id: id,
			receipt: line.receipt,
			text: LINE_TEXTS[kind as keyof typeof LINE_TEXTS],
			suggestions: line.suggestions.map(({ transaction_id, reason, amount, same }) => ({
				...{ act: 'attach' as const, text: reason, transaction_id, amount },
				...(same !== null && { act: 'same' as const, decision: same }),
			})),
		})
	);
};

const selectWaiting = (db: Db, ids: readonly number[]) =>
	db
		.selectFrom('decisions as d')
		.leftJoin('statement_lines as l', (join) =>
			join.onRef('l.id', '=', 'd.about_id').on('d.about_kind', '=', 'line'),
		)
		.leftJoin('payments as p', 'p.id', 'd.payment_id')
		.select(['d.id', 'd.about_kind', 'd.about_id', 'd.payment_id', 'd.receipt', 'd.reason'])
		.select(['d.amount_shillings', 'd.phone as named_phone', 'd.actor_name', 'd.created_at'])
		.select(['l.id as line_id', 'l.paid_in', 'l.payer_name', 'l.phone', 'l.account_reference'])
		.select(['p.amount', 'p.phone as payment_phone', 'p.payer_name as payment_payer'])
		.select(['p.account_reference as payment_account', 'l.receipt as line_receipt'])
		.where('d.id', 'in', ids);

type Waiting = Awaited<ReturnType<ReturnType<typeof selectWaiting>['execute']>>[number];
type Message = Pick<Selectable<MessageRow>, 'id' | 'kind' | 'body'>;

const readMessagesOf = async (db: Db, rows: readonly Waiting[]): Promise<Message[]> => {
	const ids = rows.flatMap((row) => (row.about_kind === 'delivery' ? [Number(row.about_id)] : []));
	if (ids.length === 0) return [];
	return db
		.selectFrom('mpesa_messages')
		.select(['id', 'kind', 'body'])
		.where('id', 'in', ids)
		.execute();
};

const describeWaiting = (
	{ kind, at }: Found,
	row: Waiting,
	message: Message | undefined,
): ToCheckItem => {
	const read = message && readDelivery(message.kind, message.body);
	const paidIn = row.paid_in === null ? null : Number(row.paid_in) / 100;
	const what =
		kind === 'expected'
			? 'A caller named this receipt, and M-Pesa has not reported it.'
			: `Will be given back, decided on ${formatMessageDay(Date.parse(row.created_at))}.`;
	return makeItem({
		kind,
		at,
		decision_id: row.id,
		amount: paidIn ?? read?.amount ?? row.amount_shillings ?? row.amount,
		payer: row.payer_name ?? read?.payerName ?? row.payment_payer,
		phone: row.phone ?? read?.phone ?? row.named_phone ?? row.payment_phone,
		account: row.account_reference ?? read?.reference ?? row.payment_account,
		transaction_id: row.payment_id,
		line_id: row.line_id,
		delivery_id: message?.id ?? null,
		receipt: row.line_receipt ?? read?.receipt ?? row.receipt,
		text: `${what} ${row.actor_name}: ${row.reason}`,
	});
};

/** Reads decisions that wait for money: receipts that callers named, and what is to be returned. */
const readWaiting = async (db: Db, found: readonly Found[]): Promise<ToCheckItem[]> => {
	if (found.length === 0) return [];
	const rows = await selectWaiting(db, listIds(found).map(Number)).execute();
	const messages = await readMessagesOf(db, rows);
	return found.flatMap((each) => {
		const row = rows.find(({ id }) => String(id) === each.id);
		const isAbout = ({ id }: Message) =>
			row?.about_kind === 'delivery' && String(id) === row.about_id;
		return row ? [describeWaiting(each, row, messages.find(isAbout))] : [];
	});
};

/** Describes an account that the upgrade closed, with the access that it keeps. */
const describeClosedAccount = async (db: Db, { kind, at, id }: Found, now: number) => {
	const { until } = await readAccess(db, id, now);
	const keeps = until === null ? '' : ` It keeps its months, until ${until}.`;
	const text = `“${id.toUpperCase()}” cannot be an account, so nothing new opens it.${keeps} Add an account for each of its payers, and assign their next payments to it.`;
	return makeItem({ kind, at, account: id, text });
};

const PAYMENT_KINDS = [
	...(['unassigned', 'paid_twice', 'marked', 'given_back_twice', 'more_back_than_paid'] as const),
];

/** Reads the entries of a page, in their order. */
export const readItems = async (db: Db, found: readonly Found[], reading: Reading) => {
	const pick = (...kinds: readonly Found['kind'][]) =>
		found.filter(({ kind }) => kinds.includes(kind));
	const ofPayments = pick(...PAYMENT_KINDS);
	const payments = await readPayments(db, listIds(ofPayments));
	const describe = async ({ kind, id }: Found) => {
		const payment = payments.find((each) => each.id === id);
		return payment && describePayment(db, kind, payment, reading);
	};
	const items = new Map<Found, ToCheckItem | undefined>();
	for (const each of ofPayments) items.set(each, await describe(each));
	for (const each of pick('paid_out', 'reversal_open'))
		items.set(each, await readLine(db, each, reading.now));
	for (const each of pick('closed_account'))
		items.set(each, await describeClosedAccount(db, each, reading.now));
	const ofMessages = pick('unmatched');
	const messages = await readMessages(db, listIds(ofMessages));
	for (const each of ofMessages)
		items.set(
			each,
			messages.find(({ delivery_id }) => String(delivery_id) === each.id),
		);
	const waiting = pick('expected', 'to_give_back');
	const others = await readWaiting(db, waiting);
	for (const [at, each] of waiting.entries()) items.set(each, others[at]);
	return found.map((each) => items.get(each));
};
