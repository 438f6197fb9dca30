import { type RawBuilder, type Selectable, sql } from 'kysely';
import { ANY_MARK, type Mark } from '#shared/contract/transactions.ts';
import { runCompiled } from '../../../db/compiled.ts';
import type { Db } from '../../../db/database.ts';
import type { PaymentRow } from '../tables.ts';
import { momentOf, seqOf } from '../tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was found on deliveries about a payment and should be looked at. */
const FROM_OUTCOMES: Record<string, Mark> = {
	late_success: 'late_success',
	contradicted: 'late_success',
	amount_mismatch: 'amount_mismatch',
	receipt_reused: 'receipt_reused',
	receipt_differs: 'receipt_differs',
	request_mismatch: 'request_mismatch',
	request_id_reused: 'request_id_reused',
	untrusted: 'untrusted',
	unanswered: 'unanswered',
	time_ahead: 'time_ahead',
	amount_too_large: 'amount_too_large',
	other_type: 'other_type',
	cents: 'cents',
};

/** The outcomes behind these marks, as SQL that an index can be chosen by. */
const outcomesOf = (wanted: (mark: Mark) => boolean) =>
	sql.join(
		Object.entries(FROM_OUTCOMES)
			.filter(([, mark]) => wanted(mark))
			.map(([outcome]) => sql.lit(outcome)),
	);

/** A person has looked at what the message of an outcome `o` said. */
const unsettled = sql<boolean>`not exists (select 1 from payment_outcomes as s
	where s.message_id = o.message_id and s.id > o.id and s.outcome = 'settled')`;

/** Nobody has looked at a payment `p` since it has its status. */
const unseen = sql<boolean>`not exists (select 1 from payment_events as e
	where e.payment_id = p.id and e.cause = 'settled' and e.to_status = p.status)`;

const isUnresolved = (now: number) => sql`p.status = 'pending' and p.seq < ${seqOf(now - DAY_MS)}`;
/** As the index of these has it. */
const isReceiptAwaited = sql`p.status = 'completed' and p.receipt is null`;

const ofOutcomes = (wanted: (mark: Mark) => boolean) => sql`select p.seq from payment_outcomes as o
	join payments as p on p.id = o.payment_id where o.outcome in (${outcomesOf(wanted)})
	and (o.outcome <> 'unanswered' or p.status = 'pending') and ${unsettled}`;

/** Whether one of `payments` has a mark, or any, as of now (milliseconds): a condition. */
export const hasMark = (mark: Mark | typeof ANY_MARK, now: number): RawBuilder<boolean> => {
	const isWanted = (one: Mark) => mark === ANY_MARK || one === mark;
	const parts: RawBuilder<unknown>[] = [];
	if (Object.values(FROM_OUTCOMES).some(isWanted)) parts.push(ofOutcomes(isWanted));
	if (isWanted('unresolved'))
		parts.push(sql`select p.seq from payments as p where ${isUnresolved(now)} and ${unseen}`);
	if (isWanted('receipt_awaited'))
		parts.push(sql`select p.seq from payments as p where ${isReceiptAwaited} and ${unseen}`);
	if (parts.length === 0) return sql<boolean>`1 = 0`;
	return sql<boolean>`payments.seq in (${sql.join(parts, sql` union `)})`;
};

/** How many payments a person should look at. */
export const countMarked = async (db: Db, now: number) =>
	Number(
		(
			await db
				.selectFrom('payments')
				.select((eb) => eb.fn.countAll<number>().as('total'))
				.where(hasMark(ANY_MARK, now))
				.executeTakeFirstOrThrow()
		).total,
	);

type Payment = Pick<Selectable<PaymentRow>, 'id' | 'seq' | 'status' | 'receipt'>;

const OUTCOMES = Object.keys(FROM_OUTCOMES);

interface OpenOutcome {
	payment_id: string;
	outcome: string;
	message_id: number;
}

/** What an outcome that nobody has settled says about a payment, with the message that it is about. */
export const openOutcomes = (db: Db, ids: readonly string[]) =>
	runCompiled<OpenOutcome>(
		db,
		`open outcomes of ${ids.length} payments`,
		[...ids, ...OUTCOMES],
		() =>
			db
				.selectFrom('payment_outcomes as o')
				.select(['o.payment_id', 'o.outcome', 'o.message_id'])
				.distinct()
				.where('o.payment_id', 'in', ids)
				.where('o.outcome', 'in', OUTCOMES)
				.where(unsettled),
	);

/** Why a person should look at these payments, from their states and what was heard about them. */
export const marksOf = async (db: Db, payments: readonly Payment[], now: number) => {
	const marks = new Map<string, Mark[]>();
	if (payments.length === 0) return marks;
	const waiting = new Map<string, Mark>();
	for (const { id, status, seq, receipt } of payments) {
		if (status === 'pending' && momentOf(seq) < now - DAY_MS) waiting.set(id, 'unresolved');
		if (status === 'completed' && receipt === null) waiting.set(id, 'receipt_awaited');
	}
	const found = await openOutcomes(
		db,
		payments.map(({ id }) => id),
	);
	const unseenIds =
		waiting.size === 0
			? []
			: await db
					.selectFrom('payments as p')
					.select('p.id')
					.where('p.id', 'in', [...waiting.keys()])
					.where(unseen)
					.execute();
	const isUnseen = new Set(unseenIds.map(({ id }) => id));
	const outcomes = Map.groupBy(found, ({ payment_id }) => payment_id);
	for (const { id, status } of payments) {
		const own = (outcomes.get(id) ?? [])
			.filter(({ outcome }) => outcome !== 'unanswered' || status === 'pending')
			.map(({ outcome }) => FROM_OUTCOMES[outcome] as Mark);
		const also = isUnseen.has(id) && waiting.get(id);
		marks.set(id, [...new Set([...own, ...(also ? [also] : [])])].sort());
	}
	return marks;
};
