import { Text } from '@mantine/core';
import type { Payer } from '#shared/contract/payers.ts';
import { grouped } from '#shared/grouped.ts';
import { ksh } from '../../ui/money.ts';
import { Line, Lines, Section } from '../../ui/page/section.tsx';
import { when } from './formats.ts';
import classes from './transactions.module.css';

const saidKinds: Record<Payer['said'][number]['what'], string> = {
	assigned: 'Assigned',
	reversal: 'Reversal',
	refund: 'Refund',
	settled: 'Looked at',
	booked: 'Booked',
	delivery: 'Delivery settled',
	note: 'Note',
};

const saidOf = ({ what, account_reference, amount }: Payer['said'][number]) =>
	[saidKinds[what], account_reference && `to “${account_reference}”`, amount && `of ${ksh(amount)}`]
		.filter(Boolean)
		.join(' ');

const Notes = ({ label, said }: { label: string; said: Payer['said'] }) => (
	<Lines label={label}>
		{said.map((each) => (
			<Line
				key={`${each.at}${each.what}${each.transaction.id}`}
				name={`${saidOf(each)}${each.withdrawn ? ' (taken back)' : ''}: ${each.text}`}
				about={`${when(each.at).day}${each.by ? `, ${each.by}` : ''}, payment of ${ksh(each.transaction.amount)} ${each.transaction.receipt ?? ''}`}
			/>
		))}
	</Lines>
);

/** As many as are read while somebody waits on the phone. */
const SAID_FIRST = 5;

/** What people said of a payer's payments, the latest first; what is older is folded. */
export const Said = ({ said, more_said: more }: Pick<Payer, 'said' | 'more_said'>) => (
	<Section title="Notes">
		{said.length === 0 ? (
			<Text size="sm" c="dimmed">
				No notes about these payments.
			</Text>
		) : (
			<Notes label="Notes" said={said.slice(0, SAID_FIRST)} />
		)}
		{said.length > SAID_FIRST && (
			<details className={classes.earlier}>
				<summary>{grouped(said.length - SAID_FIRST)} said before</summary>
				<Notes label="Earlier notes" said={said.slice(SAID_FIRST)} />
				{more && (
					<Text size="sm" c="dimmed" mt="xs">
						Older notes are in the details of each payment.
					</Text>
				)}
			</details>
		)}
	</Section>
);
