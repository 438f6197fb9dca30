import { sql } from 'kysely';
import type { ReconciliationSuggestion } from '#shared/contract/finance/reconciliation.ts';
import type { Db } from '../../platform/db/database.ts';
import { fromSeq, type PaymentRow, toSeq } from '../payments/tables.ts';
import { compareSides, hasSamePayer, RECEIPT_DIFFERS, type Side } from './likeness.ts';
import { selectLines, selectUncoveredPayments } from './month.ts';
import { suggestReturns } from './same-money.ts';
import { getItemTime, type Item } from './tables.ts';

/** Upper bound of the time between a line and its payment, for late deliveries and wrong clocks. */
const SPAN_MS = 2 * 86_400_000;
/** Upper bound of the time from a prompt to its payment. */
const PROMPT_MS = 86_400_000;
/** Upper bound of the time from a payment to its reversal. */
const TAKEN_BACK_MS = 31 * 86_400_000;
const SUGGESTIONS_MAX = 3;
/** Upper bound of candidates with the same amounts. */
const POOL = 2_000;
/** Minimum lead in score of the best suggestion to be likely. */
const LEAD_MIN = 10;

/** A line or payment that may match another one. */
interface Candidate extends Side {
	id: string;
	amount: number;
}

/** Returns whether a line reverses a payment without naming it. The receipt of the line is its own. */
const isReversal = ({ of, state, linked_receipt, payment_id }: Item) =>
	of === 'statement' && state === 'reversal_open' && linked_receipt === null && payment_id === null;

const isReturnState = (state: string) => state === 'reversal_open' || state === 'paid_out';

/** Returns the fields of an item that are compared. */
export const toSide = (item: Item): Candidate => ({
	id: item.id,
	at: Date.parse(getItemTime(item)),
	status: item.payment_status,
	receipt: isReversal(item) ? null : item.receipt,
	phone: item.phone,
	payer: item.payer_name,
	account: item.account_reference,
	amount:
		item.of === 'statement'
			? Number(item.paid_in) || Number(item.withdrawn)
			: Number(item.payment_amount) * 100,
});

type Payment = Pick<PaymentRow, 'id' | 'seq' | 'amount' | 'phone' | 'payer_name'> &
	Pick<PaymentRow, 'account_reference' | 'receipt' | 'paid_at' | 'status'>;

const fromPayment = (row: Payment): Candidate => ({
	id: row.id,
	at: row.paid_at === null ? fromSeq(Number(row.seq)) : Date.parse(row.paid_at),
	status: row.status,
	receipt: row.receipt,
	phone: row.phone,
	payer: row.payer_name,
	account: row.account_reference,
	amount: Number(row.amount) * 100,
});

/** Returns whether an item is a line that can be booked. */
export const isLine = ({ of, state, kind, payment_id }: Item) =>
	of === 'statement' &&
	state === 'only_statement' &&
	payment_id === null &&
	['payment', 'other'].includes(kind);
/** Returns whether a person decided that a line is no payment of ours. */
const isDecided = ({ of, decided, payment_id, paid_in }: Item) =>
	of === 'statement' && decided !== null && payment_id === null && Number(paid_in) > 0;
const isPayment = ({ of, state }: Item) => of === 'books' && state === 'only_books';

/** Returns the time around items, and their amounts in cents. */
const computeBounds = (items: readonly Item[]) => {
	const times = items.map((item) => Date.parse(getItemTime(item)));
	return {
		month: { from: Math.min(...times) - SPAN_MS, to: Math.max(...times) + SPAN_MS },
		amounts: [...new Set(items.map((item) => toSide(item).amount))],
	};
};

/** Finds payments without a line, and prompts that were never paid as far as we know, of these amounts. */
const findPaymentsLike = async (
	db: Db,
	items: readonly Item[],
	now: number,
): Promise<Candidate[]> => {
	const { month, amounts } = computeBounds(items);
	const shillingAmounts = amounts.filter((cents) => cents % 100 === 0).map((cents) => cents / 100);
	if (shillingAmounts.length === 0) return [];
	const completed = await sql<Item>`
		select * from (${selectUncoveredPayments(month, { covered: [] }, now)}) as found
		where decided is null and payment_amount in (${sql.join(shillingAmounts)}) limit ${POOL}`.execute(
		db,
	);
	const prompts = await sql<Payment>`
		select * from payments where status in ('pending', 'failed') and receipt is null
			and seq >= ${toSeq(month.from)} and seq < ${toSeq(month.to)} and amount in (${sql.join(shillingAmounts)})
		limit ${POOL}`.execute(db);
	return [
		...completed.rows.map(toSide),
		...prompts.rows.map((row) => fromPayment({ ...row, paid_at: null })),
	];
};

/** Finds completed payments that reversals of these amounts can take back, in part too: without a known reversal. */
const findReversiblePayments = async (db: Db, items: readonly Item[]): Promise<Candidate[]> => {
	const { month, amounts } = computeBounds(items);
	const { rows } = await sql<Payment>`
		select p.*
		from payments as p where p.status = 'completed' and p.seq >= ${toSeq(month.from - TAKEN_BACK_MS)}
			and p.seq < ${toSeq(month.to)} and p.amount >= ${Math.floor(Math.min(...amounts) / 100)}
			and not exists (select 1 from statement_lines as l where l.linked_receipt = p.receipt)
			and not exists (select 1 from decisions as a where a.payment_id = p.id and a.what = 'reversal'
				and a.withdrawn_at is null and a.receipt is not null)
		order by p.seq desc limit ${POOL}`.execute(db);
	return rows.map(fromPayment);
};

/** Finds lines of these amounts without a payment. */
const findLinesLike = async (db: Db, items: readonly Item[]): Promise<Candidate[]> => {
	const { month, amounts } = computeBounds(items);
	const { rows } = await sql<Item>`
		select * from (${selectLines(month)}) as found where state = 'only_statement' and payment_id is null
			and kind in ('payment', 'other') and paid_in in (${sql.join(amounts)}) limit ${POOL}`.execute(
		db,
	);
	return rows.map(toSide);
};

const isNear = (line: Side, payment: Side) => {
	const late = line.at - payment.at;
	return payment.status === 'completed'
		? Math.abs(late) <= SPAN_MS
		: late >= -PROMPT_MS / 24 && late <= PROMPT_MS;
};

/** Returns whether a line is after a payment, within the time for reversals. */
const isBefore = (line: Side, payment: Side) =>
	line.at >= payment.at && line.at - payment.at <= TAKEN_BACK_MS;

/** Returns whether a reversal can be a part of a payment: the payer must be the same. */
const isPart = (line: Candidate, payment: Candidate) =>
	payment.amount > line.amount && hasSamePayer(line, payment);

/** Returns the best matches of an item, likeliest first. */
const pickBest = (item: Item, pool: readonly Candidate[]): ReconciliationSuggestion[] => {
	const own = toSide(item);
	const matches = pool
		.filter((other) => other.amount === own.amount || (isReversal(item) && isPart(own, other)))
		.map((other) => {
			const [line, payment] = item.of === 'statement' ? [own, other] : [other, own];
			const near = isReversal(item) ? isBefore(line, payment) : isNear(line, payment);
			const likeness = near ? compareSides(line, payment, [own.amount, other.amount]) : undefined;
			return { other, line, payment, likeness };
		})
		.flatMap(({ likeness, ...rest }) => (likeness ? [{ ...rest, ...likeness }] : []))
		.sort((one, two) => two.score - one.score || (one.other.id < two.other.id ? -1 : 1));
	const isAlone = (matches[0]?.score ?? 0) >= (matches[1]?.score ?? 0) + LEAD_MIN;
	return matches.slice(0, SUGGESTIONS_MAX).map(({ other, line, payment, reason }, at) => ({
		line_id: line.id,
		transaction_id: payment.id,
		same: null,
		reason,
		receipt: other.receipt,
		at: new Date(other.at).toISOString(),
		amount: other.amount / 100,
		payer: [other.payer, other.phone, other.account].filter(Boolean).join(' · '),
		likely: at === 0 && isAlone && item.decided === null,
	}));
};

/**
 * Suggests payments for the open lines of a page, lines for open payments, and payments for lines that gave money back,
 * by item id. A decided line keeps the hint that its receipt is almost that of a payment. Suggestions have the same amount and match by receipt, payer, account or time. A person decides; nothing
 * is matched automatically (decision 0106).
 */
export const listLineSuggestions = async (db: Db, items: readonly Item[], now: number) => {
	const lines = items.filter((item) => isLine(item) || isDecided(item));
	const payments = items.filter(isPayment);
	const reversals = items.filter(isReversal);
	const returns = items.filter(({ of, state }) => of === 'statement' && isReturnState(state));
	const sameMoney = await suggestReturns(db, returns);
	const reversible = reversals.length > 0 ? await findReversiblePayments(db, reversals) : [];
	const pools = {
		statement: lines.length > 0 ? await findPaymentsLike(db, lines, now) : [],
		books: payments.length > 0 ? await findLinesLike(db, payments) : [],
	};
	return new Map([
		...[...lines, ...payments].map((item) => {
			const best = pickBest(item, item.of === 'books' ? pools.books : pools.statement);
			const hints = best.filter(({ reason }) => reason.startsWith(RECEIPT_DIFFERS));
			return [item.id, isDecided(item) ? hints : best] as const;
		}),
		...returns.map((item) => {
			const same = sameMoney.get(item.id) ?? [];
			const others = isReversal(item) ? pickBest(item, reversible) : [];
			const isNamed = ({ transaction_id: id }: ReconciliationSuggestion) =>
				same.some((each) => each.transaction_id === id);
			const all = [...same, ...others.filter((each) => !isNamed(each))];
			return [item.id, all.slice(0, SUGGESTIONS_MAX)] as const;
		}),
	]);
};
