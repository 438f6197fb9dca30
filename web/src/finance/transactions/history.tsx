import { Code, Group, Stack, Text } from '@mantine/core';
import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import { isUnmatched, settlements } from '#shared/contract/finance/settlements.ts';
import type { EventCause } from '#shared/contract/finance/transactions.ts';
import { marks, type ShownStatus } from '#shared/contract/finance/transactions-query.ts';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { readReport } from './delivery-fields.ts';
import { PaymentStatus } from './payment-status.tsx';

const causes: Record<EventCause, string> = {
	request: 'We asked the payer to pay.',
	answer: 'M-Pesa answered our request.',
	callback: 'M-Pesa reported on our request.',
	confirmation: 'M-Pesa confirmed the payment.',
	query: 'M-Pesa answered our status query.',
	merged: 'A message was matched to this payment.',
	settled: 'A person checked it.',
	booked: 'A person booked it as paid.',
	withdrawn: 'A person took a decision back.',
	written_off: 'A person wrote it off.',
	sample: 'Created with the sample data.',
};

/** Effects of messages that changed no status, by outcome. */
const outcomes: Record<string, string> = {
	accepted: 'M-Pesa accepted our request.',
	refused: 'M-Pesa refused our request.',
	no_answer: 'M-Pesa did not answer our status query.',
	undecided: 'M-Pesa has no result yet.',
	duplicate: 'M-Pesa sent the same report again; nothing changed.',
	confirmed: 'M-Pesa confirmed the known result.',
	contradicted: 'M-Pesa reported a failure; the payment stays completed.',
	receipt_filled: 'M-Pesa sent the receipt.',
	...marks,
};

/** Labels of the messages between M-Pesa and us. */
const kinds: Record<string, string> = {
	stk: 'Report from M-Pesa',
	c2b: 'Message from M-Pesa',
	push_request: 'Our payment request',
	push_answer: 'Answer to our payment request',
	query_request: 'Our status query',
	query_answer: 'Answer to our status query',
};

type Message = TransactionWithEvidence['evidence'][number];

/** Renders the text of a message between us and M-Pesa, folded behind its label. */
export const MessageBody = ({ message }: { message: Pick<Message, 'kind' | 'body'> }) => (
	<Text component="details" fz={13} mt={4}>
		<Text component="summary" inherit c="dimmed" w="fit-content" style={{ cursor: 'pointer' }}>
			{kinds[message.kind] ?? message.kind}
		</Text>
		<Code
			block
			mt={6}
			mah={192}
			style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
			// Scrollable content must be reachable by keyboard.
			tabIndex={0}
		>
			{message.body}
		</Code>
	</Text>
);

interface Entry {
	key: string;
	at: string;
	words: string;
	/** The new status of the payment. */
	to?: ShownStatus;
	message?: Message | undefined;
}

const describeMessage = (message: Message, transaction: TransactionWithEvidence) => {
	const { kind, outcomes: results, settlement } = message;
	const last = results.at(-1)?.outcome ?? '';
	const report = readReport(message, transaction);
	if (settlement)
		return `${report} ${settlements[settlement.as]}, says ${settlement.by}: ${settlement.reason}`.trim();
	if (isUnmatched(last) && report !== '') return report;
	if (kind === 'push_request') return causes.request;
	if (kind === 'query_request') return 'We asked M-Pesa for the result.';
	return outcomes[last] ?? `${kinds[kind] ?? kind}.`;
};

/** Returns status changes and messages in order of time; a message is shown with the change that it caused. */
const buildTimeline = (transaction: TransactionWithEvidence): Entry[] => {
	const { history, evidence } = transaction;
	const unused = new Map(evidence.map((message) => [message.id, message]));
	const changes = history.map((event, index): Entry => {
		const message = unused.get(event.message_id ?? 0);
		if (message) unused.delete(message.id);
		const words = event.note ?? causes[event.cause];
		return { key: `event ${index}`, at: event.at, words, to: event.to, message };
	});
	const messages = [...unused.values()].map(
		(message): Entry => ({
			key: `message ${message.id}`,
			at: message.at,
			words: describeMessage(message, transaction),
			message,
		}),
	);
	return [...messages, ...changes].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
};

/** Renders the status changes of a payment and the messages about it. */
export const History = ({ transaction }: { transaction: TransactionWithEvidence }) => (
	<Stack component="ol" gap="md" pl="md" style={{ borderLeft: '2px solid var(--ufundi-line)' }}>
		{buildTimeline(transaction).map(({ key, at, words, to, message }) => (
			<li key={key}>
				<Group gap="2px 10px">
					<Text size="sm">{words}</Text>
					{to && <PaymentStatus status={to} />}
				</Group>
				<Text component="time" display="block" fz={13} c="dimmed" {...{ dateTime: at }}>
					{formatMoment(at)}
				</Text>
				{message && <MessageBody message={message} />}
			</li>
		))}
	</Stack>
);
