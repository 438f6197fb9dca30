import type { Selectable } from 'kysely';
import { formatReported } from '#shared/contract/finance/settlements.ts';
import type { ToCheckItem, ToCheckSuggestion } from '#shared/contract/finance/to-check.ts';
import { marks } from '#shared/contract/finance/transactions-query.ts';
import { formatWhole } from '#shared/grouped.ts';
import type { Db } from '../../platform/db/database.ts';
import { readConfirmation, readDelivery, readStkCallback } from '../mpesa/deliveries.ts';
import { describeMismatch, formatClock } from './booking.ts';
import { selectPayments } from './store.ts';
import { fromSeq, type MessageRow, toSeq } from './tables.ts';
import { makeItem } from './to-check-item.ts';
import { selectDeliveries } from './unmatched.ts';

/** Maximum time between a request and a report about it. */
const REPORT_WINDOW_MS = 60 * 60_000;
const CANDIDATES = 5;

/** Suggests the requests without an answer that a report may be about, the nearest first. */
const findCandidates = async (db: Db, body: Buffer, at: string): Promise<ToCheckSuggestion[]> => {
	const result = readStkCallback(body);
	if (!result) return [];
	const arrived = Date.parse(at);
	const rows = await selectPayments(db)
		.where('status', '=', 'pending')
		.where('seq', '>', toSeq(arrived - REPORT_WINDOW_MS))
		.where('seq', '<', toSeq(arrived + 60_000))
		.where('origin', '=', 'stk')
		.where('checkout_request_id', 'is', null)
		.orderBy('seq', 'desc')
		.limit(CANDIDATES * 10)
		.execute();
	return rows
		.filter((row) => describeMismatch(result, arrived, row) === undefined)
		.slice(0, CANDIDATES)
		.map(({ id, seq, amount, account_reference }) => ({
			act: 'attach',
			transaction_id: id,
			amount,
			...(account_reference !== null && { account_reference }),
			text: `KSh ${formatWhole(amount)} were asked for at ${formatClock(fromSeq(seq))}, and M-Pesa did not answer; this report came at ${formatClock(arrived)}.`,
		}));
};

const describeMessage = (kind: string, body: Buffer, outcome: string) => {
	const sent = kind === 'c2b' ? readConfirmation(body) : undefined;
	if (outcome === 'other_short_code' && sent?.shortCode)
		return `Paid to another paybill: ${sent.shortCode}.`;
	if (outcome === 'other_type' && sent?.type)
		return `M-Pesa calls this “${sent.type}”, not a payment.`;
	return marks[outcome as keyof typeof marks] ?? 'It could not be matched to a payment.';
};

/** Suggests what a message may be: the payment of the request that it names, or the answer to one of the same time. */
const suggestForMessage = async (
	db: Db,
	{
		body,
		at,
		payment_id,
		outcome,
	}: { body: Buffer; at: string; payment_id: string | null; outcome: string },
): Promise<ToCheckSuggestion[]> => {
	if (outcome === 'amount_mismatch' && payment_id !== null) {
		const text = 'Count what was paid as the payment of this request.';
		return [{ act: 'book', text, transaction_id: payment_id }];
	}
	return outcome === 'unknown_request' ? findCandidates(db, body, at) : [];
};

interface OpenMessage extends Pick<Selectable<MessageRow>, 'id' | 'at' | 'kind' | 'body' | 'peer'> {
	paid_at: string | null;
	payment_id: string | null;
	outcome: string | null;
	/** The amount and months of the request that it is about. */
	asked: number | null;
	months: number | null;
}

const toItem = async (db: Db, row: OpenMessage): Promise<ToCheckItem> => {
	const { id, at, kind, body, peer, payment_id, asked, months } = row;
	const outcome = row.outcome ?? '';
	const { amount, payerName, phone, reference, receipt } = readDelivery(kind, body) ?? {};
	const requested = asked === null ? null : { amount: asked, months };
	return makeItem({
		kind: 'unmatched',
		at: row.paid_at ?? at,
		amount: amount ?? null,
		payer: payerName ?? null,
		phone: phone ?? null,
		account: reference ?? null,
		transaction_id: payment_id,
		delivery_id: id,
		receipt: receipt ?? null,
		message: {
			kind: kind === 'c2b' ? 'c2b' : 'stk',
			body: body.toString('utf8'),
			...{ peer, outcome, requested },
		},
		text:
			outcome === 'amount_mismatch' && requested
				? `${formatReported(amount ?? null, requested.amount)}.`
				: describeMessage(kind, body, outcome),
		...(outcome === 'other_short_code' && { acts: ['decided', 'book', 'attach'] }),
		suggestions: await suggestForMessage(db, { body, at, payment_id, outcome }),
	});
};

/** Reads the messages that need a decision. */
export const readMessages = async (db: Db, ids: readonly string[]): Promise<ToCheckItem[]> => {
	if (ids.length === 0) return [];
	const rows = await selectDeliveries(db, 'open')
		.leftJoin('payments as p', (join) =>
			join.onRef('p.id', '=', 'd.payment_id').on('p.origin', '=', 'stk'),
		)
		.select(['m.id', 'm.at', 'm.paid_at', 'm.kind', 'm.body', 'm.peer', 'd.payment_id'])
		.select(['d.outcome', 'p.amount as asked', 'p.months'])
		.where('m.id', 'in', ids.map(Number))
		.execute();
	return Promise.all(rows.map((row) => toItem(db, row)));
};
