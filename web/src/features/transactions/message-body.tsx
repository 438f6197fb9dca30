import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import classes from './transactions.module.css';

/** What passes between M-Pesa and us. */
export const kinds: Record<string, string> = {
	stk: 'Report of M-Pesa',
	c2b: 'Confirmation of M-Pesa',
	push_request: 'Our request to pay',
	push_answer: 'The answer to our request',
	query_request: 'Our question about it',
	query_answer: 'The answer to our question',
};

type Message = TransactionWithEvidence['evidence'][number];

/** A message between us and M-Pesa, word for word behind its name. */
export const MessageBody = ({ message }: { message: Pick<Message, 'kind' | 'body'> }) => (
	<details>
		<summary>{kinds[message.kind] ?? message.kind}</summary>
		{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
		<pre className={classes.raw} tabIndex={0}>
			{message.body}
		</pre>
	</details>
);
