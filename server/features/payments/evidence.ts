import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { Db } from '../../db/database.ts';
import { totalOf } from '../../db/engine.ts';
import { adjustmentsOf, assignmentsOf, notesOn } from './standing.ts';
import { type Payment, withMarks } from './store.ts';
import { type MessageRow, seqOf } from './tables.ts';
import { settlementOnWire, settlementsOf } from './unmatched.ts';

type Message = Omit<MessageRow, 'id'> & { id: number };

/** Returns a message as the API shows it. */
export const messageOnWire = (message: Message) => ({
	id: message.id,
	at: message.at,
	kind: message.kind,
	peer: message.peer,
	trusted: message.trusted === 1,
	http_status: message.http_status,
	body: message.body.toString('utf8'),
});

/** Returns a payment with its entries, messages and history. */
export const withEvidence = async (
	db: Db,
	payment: Payment,
	now: number,
): Promise<TransactionWithEvidence> => {
	const [[transaction], adjustments, assignments, notes, outcomes, history] = await Promise.all([
		withMarks(db, [payment], now),
		adjustmentsOf(db, payment),
		assignmentsOf(db, payment.id),
		notesOn(db, payment.id),
		db
			.selectFrom('payment_outcomes')
			.innerJoin('mpesa_messages', 'mpesa_messages.id', 'payment_outcomes.message_id')
			.selectAll('mpesa_messages')
			.select(['payment_outcomes.outcome', 'payment_outcomes.at as outcome_at'])
			.where('payment_outcomes.payment_id', '=', payment.id)
			.orderBy('mpesa_messages.id')
			.orderBy('payment_outcomes.id')
			.execute(),
		db
			.selectFrom('payment_events')
			.select([
				'at',
				'from_status as from',
				'to_status as to',
				'cause',
				'message_id',
				'actor',
				'note',
			])
			.where('payment_id', '=', payment.id)
			.orderBy('id')
			.execute(),
	]);
	const messages = [...Map.groupBy(outcomes, ({ id }) => id).values()];
	const settlements = await settlementsOf(
		db,
		messages.map(([first]) => (first as Message).id),
	);
	const settlementOf = ({ id }: Message) => {
		const settled = settlements.get(id);
		return settled ? settlementOnWire(settled) : null;
	};
	return {
		...(transaction as TransactionWithEvidence),
		adjustments,
		assignments,
		notes,
		evidence: messages.map((rows) => ({
			...messageOnWire(rows[0] as Message),
			outcomes: rows.map(({ outcome, outcome_at }) => ({ outcome, at: outcome_at })),
			settlement: settlementOf(rows[0] as Message),
		})),
		history,
	};
};

const SOON_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Upper bound of counts of gaps. */
const GAPS_MAX = 1_000;

/** Our own requests, whose results M-Pesa delivers within minutes. */
const prompts = (db: Db) => db.selectFrom('payments').select('seq').where('origin', '=', 'stk');

const countMany = (db: Db, rows: ReturnType<typeof prompts>) =>
	totalOf(db.selectFrom(rows.limit(GAPS_MAX).as('some')));

/**
 * Returns gaps in M-Pesa's deliveries as of `now`: when it last delivered anything; how many requests since then should
 * have been answered by now; and how many have been pending for a day. Both counts are at most 1,000.
 */
export const deliveryGaps = async (db: Db, now: number) => {
	const newest = await db
		.selectFrom('mpesa_messages')
		.select('at')
		.where('kind', 'in', ['stk', 'c2b'])
		.where('trusted', '=', 1)
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	const lastDelivery = newest?.at ?? null;
	const unheard = prompts(db)
		.where('seq', '>', lastDelivery === null ? 0 : seqOf(Date.parse(lastDelivery)))
		.where('seq', '<', seqOf(now - SOON_MS))
		.where((eb) =>
			eb.or([eb('status', '=', 'pending'), eb('checkout_request_id', 'is not', null)]),
		);
	const overdue = prompts(db)
		.where('status', '=', 'pending')
		.where('seq', '<', seqOf(now - DAY_MS));
	return {
		lastDelivery,
		unheard: await countMany(db, unheard),
		overdue: await countMany(db, overdue),
	};
};
