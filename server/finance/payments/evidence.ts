import { sql } from 'kysely';
import type { ReversalLine, TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import type { Db } from '../../platform/db/database.ts';
import { listDecisions, type StoredDecision, toDecision } from '../decisions/store.ts';
import { isReversalLine, listReceipts } from './payment-facts.ts';
import { type Payment, withMarks } from './store.ts';
import { readSettlements, toWireMessage, toWireSettlement } from './unmatched.ts';

/** Lists the statement lines by which a payment was given back, with the decision that records each. */
const listReversalLines = async (
	db: Db,
	{ receipt }: Payment,
	decisions: readonly StoredDecision[],
): Promise<ReversalLine[]> => {
	const counting = decisions.filter(({ withdrawn_at }) => withdrawn_at === null);
	const recorded = new Map(
		counting.flatMap(({ id, line_id }) => (line_id === null ? [] : [[line_id, id]])),
	);
	const rows = await db
		.selectFrom('statement_lines as l')
		.select(['l.id', 'l.completed_at as at', 'l.receipt', 'l.details'])
		.select(sql<number>`l.withdrawn / 100`.as('amount'))
		.where((eb) =>
			eb.or([
				eb.and([
					eb('l.linked_receipt', 'in', ['', ...listReceipts(receipt, counting)]),
					sql<boolean>`${isReversalLine}`,
				]),
				eb('l.id', 'in', ['', ...recorded.keys()]),
			]),
		)
		.orderBy('l.completed_at')
		.execute();
	return rows.map((line) => ({
		...line,
		amount: Number(line.amount),
		recorded: recorded.has(line.id),
	}));
};

const listMessages = async (db: Db, id: string) => {
	const rows = await db
		.selectFrom('payment_outcomes as o')
		.innerJoin('mpesa_messages as m', 'm.id', 'o.message_id')
		.selectAll('m')
		.select(['o.outcome', 'o.at as outcome_at'])
		.where('o.payment_id', '=', id)
		.orderBy('m.id')
		.orderBy('o.id')
		.execute();
	const settlements = await readSettlements(db, [...new Set(rows.map((row) => row.id))]);
	return Map.groupBy(rows, (row) => row.id)
		.values()
		.map(([first, ...more]) => {
			const message = first as (typeof rows)[number];
			const settled = settlements.get(message.id);
			return {
				...toWireMessage(message),
				outcomes: [message, ...more].map(({ outcome, outcome_at: at }) => ({ outcome, at })),
				settlement: settled ? toWireSettlement(settled) : null,
			};
		})
		.toArray();
};

/** Returns a payment with its decisions, messages and history. */
export const withEvidence = async (
	db: Db,
	payment: Payment,
	now: number,
): Promise<TransactionWithEvidence> => {
	const { id } = payment;
	const decisions = await listDecisions(db, id);
	const [[transaction], reversals, evidence, history] = await Promise.all([
		withMarks(db, [payment], now),
		listReversalLines(db, payment, decisions),
		listMessages(db, id),
		db
			.selectFrom('payment_events')
			.select(['at', 'from_status as from', 'to_status as to', 'cause', 'message_id'])
			.select(['actor', 'note'])
			.where('payment_id', '=', id)
			.orderBy('id')
			.execute(),
	]);
	return {
		...(transaction as TransactionWithEvidence),
		...{ decisions: decisions.map(toDecision), reversals, evidence },
		history,
	};
};
