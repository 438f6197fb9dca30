import { Text } from '@mantine/core';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import { isUnmatched, settlements } from '#shared/contract/strays.ts';
import type { EventCause } from '#shared/contract/transactions.ts';
import { marks, type Status } from '#shared/contract/transactions-query.ts';
import { atLength } from './formats.ts';
import { kinds, MessageBody } from './message-body.tsx';
import classes from './payment-drawer.module.css';
import { PaymentStatus } from './payment-status.tsx';
import { reportOf } from './settle-fields.tsx';

const causes: Record<EventCause, string> = {
	request: 'We asked the payer to pay.',
	answer: 'M-Pesa answered us.',
	callback: 'M-Pesa reported on our request.',
	confirmation: 'M-Pesa confirmed the payment.',
	query: 'M-Pesa answered our question about it.',
	merged: 'A confirmation was found to be about this payment.',
	settled: 'Somebody looked at it.',
	booked: 'Somebody said that it was paid.',
	sample: 'It came with the sample data.',
};

/** What a message did that moved nothing, by its outcome. */
const outcomes: Record<string, string> = {
	accepted: 'M-Pesa took our request.',
	refused: 'M-Pesa refused our request.',
	no_answer: 'M-Pesa did not answer our question.',
	undecided: 'M-Pesa said that it is not decided yet.',
	duplicate: 'M-Pesa said the same once more; nothing changed.',
	confirmed: 'M-Pesa confirmed what we knew.',
	contradicted: 'M-Pesa spoke of a failure; what is paid stays paid.',
	receipt_filled: 'M-Pesa named the receipt.',
	...marks,
};

type Message = TransactionWithEvidence['evidence'][number];

interface Entry {
	key: string;
	at: string;
	words: string;
	/** What the payment became by it. */
	to?: Status;
	message?: Message | undefined;
}

const saidBy = (message: Message, transaction: TransactionWithEvidence) => {
	const { kind, outcomes: did, settlement } = message;
	const last = did.at(-1)?.outcome ?? '';
	const report = reportOf(message, transaction);
	if (settlement)
		return `${report} ${settlements[settlement.as]}, says ${settlement.by}: ${settlement.reason}`.trim();
	if (isUnmatched(last) && report !== '') return report;
	if (kind === 'push_request') return causes.request;
	if (kind === 'query_request') return 'We asked M-Pesa what became of it.';
	return outcomes[last] ?? `${kinds[kind] ?? kind}.`;
};

/** What happened and what came, in one order; a message stands with what it brought about. */
const timelineOf = (transaction: TransactionWithEvidence): Entry[] => {
	const { history, evidence } = transaction;
	const left = new Map(evidence.map((message) => [message.id, message]));
	const happened = history.map((event, index): Entry => {
		const message = left.get(event.message_id ?? 0);
		if (message) left.delete(message.id);
		const words = event.note ?? causes[event.cause];
		return { key: `event ${index}`, at: event.at, words, to: event.to, message };
	});
	const came = [...left.values()].map(
		(message): Entry => ({
			key: `message ${message.id}`,
			at: message.at,
			words: saidBy(message, transaction),
			message,
		}),
	);
	return [...came, ...happened].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
};

/** What happened to a payment, and what was said about it, as it was said. */
export const History = ({ transaction }: { transaction: TransactionWithEvidence }) => (
	<ul className={classes.history}>
		{timelineOf(transaction).map(({ key, at, words, to, message }) => (
			<li key={key}>
				<Text size="sm">{words}</Text>
				{to && <PaymentStatus status={to} />}
				<time dateTime={at}>{atLength(at)}</time>
				{message && <MessageBody message={message} />}
			</li>
		))}
	</ul>
);
