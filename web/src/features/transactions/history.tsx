import { Text } from '@mantine/core';
import type { EventCause, TransactionWithEvidence } from '#shared/contract/transactions.ts';
import { atLength } from './formats.ts';
import { PaymentStatus } from './status-badge.tsx';
import classes from './transactions.module.css';

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

const kinds: Record<string, string> = {
	stk: 'Report of M-Pesa',
	c2b: 'Confirmation of M-Pesa',
	push_request: 'Our request to pay',
	push_answer: 'The answer to our request',
	query_request: 'Our question about it',
	query_answer: 'The answer to our question',
};

type Message = TransactionWithEvidence['evidence'][number];

/** A message between us and M-Pesa, word for word behind its name. */
export const MessageBody = ({ message }: { message: Pick<Message, 'kind' | 'at' | 'body'> }) => (
	<details>
		<summary>
			{kinds[message.kind] ?? message.kind}, {atLength(message.at)}
		</summary>
		{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
		<pre className={classes.raw} tabIndex={0}>
			{message.body}
		</pre>
	</details>
);

/** What happened to a payment, and what was said about it, as it was said. */
export const History = ({ transaction }: { transaction: TransactionWithEvidence }) => (
	<>
		<ul className={classes.history}>
			{transaction.history.map(({ at, to, cause, note }) => (
				<li key={`${at}${to}${cause}`}>
					<time dateTime={at}>{atLength(at)}</time>
					<PaymentStatus status={to} />
					<Text size="sm">{note ?? causes[cause]}</Text>
				</li>
			))}
		</ul>
		{transaction.evidence.map((message) => (
			<MessageBody key={message.id} message={message} />
		))}
	</>
);
