import { sql } from 'kysely';
import type { ReconciliationSuggestion } from '#shared/contract/reconciliation.ts';
import type { Db } from '../../db/database.ts';
import { holds } from '../payments/standing.ts';
import { momentOf, type PaymentRow, seqOf } from '../payments/tables.ts';
import { likenessOf, type Side } from './likeness.ts';
import { linesOf, paymentsOf } from './month.ts';
import { type Item, timeOf } from './tables.ts';

/** So far apart in time what belongs together may be: a payment heard of late, a clock that was wrong. */
const SPAN_MS = 2 * 86_400_000;
/** A prompt is answered soon, if it is. */
const PROMPT_MS = 86_400_000;
/** So long after it was paid M-Pesa may take money back. */
const TAKEN_BACK_MS = 31 * 86_400_000;
const MOST = 3;
/** So many that come to the same amounts are looked at. */
const POOL = 2_000;
/** What must lie between the best and the next, for the best to be likely. */
const AHEAD = 10;

/** Both sides of what may belong together, and what is said of the other one. */
interface Candidate extends Side {
	id: string;
	amount: number;
	/** It is not completed, or has no receipt: what is attached to it changes it for good. */
	final: boolean;
}

/** A line that takes a payment back and does not say which. Its receipt is its own. */
const isReversal = ({ of, state, linked_receipt, payment_id }: Item) =>
	of === 'statement' && state === 'reversed' && linked_receipt === null && payment_id === null;

const sideOf = (item: Item): Candidate => ({
	id: item.id,
	at: Date.parse(timeOf(item)),
	status: item.payment_status,
	receipt: isReversal(item) ? null : item.receipt,
	phone: item.phone,
	payer: item.payer_name,
	account: item.account_reference,
	amount:
		item.of === 'statement'
			? Number(item.paid_in) || Number(item.withdrawn)
			: Number(item.payment_amount) * 100,
	final: item.of === 'books' && item.receipt === null,
});

type Told = 'id' | 'seq' | 'amount' | 'phone' | 'payer_name' | 'account_reference' | 'receipt';

const ofPayment = (row: Pick<PaymentRow, Told | 'paid_at' | 'status'>): Candidate => ({
	id: row.id,
	at: row.paid_at === null ? momentOf(Number(row.seq)) : Date.parse(row.paid_at),
	status: row.status,
	receipt: row.receipt,
	phone: row.phone,
	payer: row.payer_name,
	account: row.account_reference,
	amount: Number(row.amount) * 100,
	final: row.status !== 'completed',
});

const isLine = ({ of, state, kind, payment_id }: Item) =>
	of === 'statement' &&
	state === 'only_statement' &&
	payment_id === null &&
	['payment', 'other'].includes(kind);
const isPayment = ({ of, state }: Item) => of === 'books' && state === 'only_books';

/** The time around some items, and the amounts of them, in cents. */
const around = (items: readonly Item[]) => {
	const times = items.map((item) => Date.parse(timeOf(item)));
	return {
		month: { from: Math.min(...times) - SPAN_MS, to: Math.max(...times) + SPAN_MS },
		amounts: [...new Set(items.map((item) => sideOf(item).amount))],
	};
};

/** Payments that no line is about, and prompts that were never paid as far as we heard, of these amounts. */
const paymentsLike = async (db: Db, items: readonly Item[], now: number): Promise<Candidate[]> => {
	const { month, amounts } = around(items);
	const whole = amounts.filter((cents) => cents % 100 === 0).map((cents) => cents / 100);
	if (whole.length === 0) return [];
	const completed = await sql<Item>`
		select * from (${paymentsOf(month, { covered: [] }, now)}) as found
		where decided is null and payment_amount in (${sql.join(whole)}) limit ${POOL}`.execute(db);
	const prompts: Candidate[] = [];
	// One state after the other: the index of states and moments serves each.
	for (const status of ['pending', 'failed'] as const) {
		const rows = await db
			.selectFrom('payments')
			.select(['id', 'seq', 'amount', 'phone', 'payer_name', 'account_reference'])
			.where('status', '=', status)
			.where('seq', '>=', seqOf(month.from))
			.where('seq', '<', seqOf(month.to))
			.where('receipt', 'is', null)
			.where('amount', 'in', whole)
			.limit(POOL)
			.execute();
		prompts.push(...rows.map((row) => ofPayment({ ...row, receipt: null, paid_at: null, status })));
	}
	return [...completed.rows.map(sideOf), ...prompts];
};

/** Completed payments of these amounts of which nothing is known to have been taken back. */
const paymentsTaken = async (db: Db, items: readonly Item[]): Promise<Candidate[]> => {
	const { month, amounts } = around(items);
	const { rows } =
		await sql<PaymentRow>`select p.id, p.seq, p.amount, p.phone, p.payer_name, p.account_reference,
			p.receipt, p.paid_at
		from payments as p where p.status = 'completed' and p.seq >= ${seqOf(month.from - TAKEN_BACK_MS)}
			and p.seq < ${seqOf(month.to)} and p.amount in (${sql.join(amounts.map((cents) => Math.floor(cents / 100)))})
			and not exists (select 1 from statement_lines as l where l.linked_receipt = p.receipt)
			and not exists (select 1 from payment_adjustments as a where a.payment_id = p.id and a.kind = 'reversal'
				and ${holds('payment_adjustments')})
		order by p.seq desc limit ${POOL}`.execute(db);
	return rows.map((row) => ofPayment({ ...row, status: 'completed' }));
};

/** Lines of these amounts that are about no payment. */
const linesLike = async (db: Db, items: readonly Item[]): Promise<Candidate[]> => {
	const { month, amounts } = around(items);
	const { rows } = await sql<Item>`
		select * from (${linesOf(month)}) as found where state = 'only_statement' and payment_id is null
			and kind in ('payment', 'other') and paid_in in (${sql.join(amounts)}) limit ${POOL}`.execute(
		db,
	);
	return rows.map(sideOf);
};

const isNear = (line: Side, payment: Side) => {
	const late = line.at - payment.at;
	return payment.status === 'completed'
		? Math.abs(late) <= SPAN_MS
		: late >= -PROMPT_MS / 24 && late <= PROMPT_MS;
};

/** What was paid is taken back after it, and soon. */
const isBefore = (line: Side, payment: Side) =>
	line.at >= payment.at && line.at - payment.at <= TAKEN_BACK_MS;

/** What fits one side best, the likeliest first. */
const bestFor = (item: Item, pool: readonly Candidate[]): ReconciliationSuggestion[] => {
	const own = sideOf(item);
	const found = pool
		.filter((other) => other.amount === own.amount)
		.map((other) => {
			const [line, payment] = item.of === 'statement' ? [own, other] : [other, own];
			const near = isReversal(item) ? isBefore(line, payment) : isNear(line, payment);
			const likeness = near ? likenessOf(line, payment, own.amount) : undefined;
			return { other, line, payment, likeness };
		})
		.flatMap(({ likeness, ...rest }) => (likeness ? [{ ...rest, ...likeness }] : []))
		.sort((one, two) => two.score - one.score || (one.other.id < two.other.id ? -1 : 1));
	const isAlone = (found[0]?.score ?? 0) >= (found[1]?.score ?? 0) + AHEAD;
	return found.slice(0, MOST).map(({ other, line, payment, reason }, at) => ({
		line_id: line.id,
		transaction_id: payment.id,
		reason,
		receipt: other.receipt,
		at: new Date(other.at).toISOString(),
		amount: other.amount / 100,
		payer: [other.payer, other.phone, other.account].filter(Boolean).join(' · '),
		likely: at === 0 && isAlone,
		final: payment.final,
	}));
};

/**
 * What each open line of a page may be about, and what may be about each open payment, by its id; and what a line may
 * take back that does not say so. Of the same amount always; beside that by receipt, payer, account or time. Nothing is
 * matched by it: a person decides.
 */
export const suggestionsFor = async (db: Db, items: readonly Item[], now: number) => {
	const lines = items.filter(isLine);
	const payments = items.filter(isPayment);
	const reversals = items.filter(isReversal);
	const taken = reversals.length > 0 ? await paymentsTaken(db, reversals) : [];
	const pools = {
		statement: lines.length > 0 ? await paymentsLike(db, lines, now) : [],
		books: payments.length > 0 ? await linesLike(db, payments) : [],
	};
	return new Map([
		...[...lines, ...payments].map((item) => [item.id, bestFor(item, pools[item.of])] as const),
		...reversals.map((item) => [item.id, bestFor(item, taken)] as const),
	]);
};
