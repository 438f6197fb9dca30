import { Button, type ButtonProps, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type Decision, decisionInput, decisionWords } from '#shared/contract/finance/decisions.ts';
import { type Attempt, sendOnce } from '../../platform/api/attempt.ts';
import { reloadMoney } from '../../platform/api/query-keys.ts';
import { ClosedMonth } from '../../platform/ui/dialog/closed-month.tsx';
import { RadioField } from '../../platform/ui/fields/choice-fields.tsx';
import { ReasonField } from '../../platform/ui/fields/text-fields.tsx';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import { DAY, formatInstant } from '../../platform/ui/format/dates.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';

/** Lists the refunds and reversals that were recorded without a receipt and are no statement line's money. */
export const listTypedReturns = (decisions: readonly Decision[]) => {
	const counting = decisions.filter(({ withdrawn }) => withdrawn === null);
	const same = new Set(counting.map(({ same_as }) => same_as));
	return counting.filter(
		({ id, what, receipt }) =>
			(what === 'refund' || what === 'reversal') && receipt === null && !same.has(id),
	);
};

/** Value of the choice that a line is other money than any recorded return. */
export const OTHER = 'other';

/** Renders a recorded refund or reversal as a choice. */
const ReturnChoice = ({
	decision: { id, what, amount, at, by, reason },
}: {
	decision: Decision;
}) => (
	<Radio
		value={String(id)}
		label={`${decisionWords[what]} of ${formatKsh(amount ?? 0)}, ${formatInstant(at, DAY)}`}
		description={`${by}: ${reason}`}
	/>
);

interface SameFieldProps {
	returns: readonly Decision[];
	value: string | undefined;
	onChange: (value: string) => void;
}

/** Asks whether a statement line is the same money as a recorded refund or reversal. */
export const SameField = ({ returns, value = '', onChange }: SameFieldProps) => (
	<RadioField name="same" label="Recorded without a receipt" value={value} onChange={onChange}>
		<Stack gap="sm" mt={6}>
			{returns.map((each) => (
				<ReturnChoice key={each.id} decision={each} />
			))}
			<Radio value={OTHER} label="Another return" description="Both amounts count." />
		</Stack>
	</RadioField>
);

interface SameMoneyProps {
	line: { id: string; receipt: string; amount: number; at: string };
	returns: readonly Decision[];
}

const SameMoneyDialog = ({ line, returns, ...dialog }: SameMoneyProps & Opened) => {
	const client = useQueryClient();
	return (
		<FormDialog
			{...dialog}
			schema={decisionInput}
			title="The same money"
			submit="Count once"
			pending="Saving..."
			fallback="Could not save this"
			read={({ reason, same }) => ({
				what: 'same',
				about: { kind: 'line', id: line.id },
				...(same && { decision: Number(same) }),
				reason,
			})}
			send={async (body: object, attempt: Attempt) => {
				await sendOnce('/decisions', body, attempt, 'This was decided already.');
				reloadMoney(client);
			}}
		>
			<Text size="sm" c="dimmed">
				{formatKsh(line.amount)}, {line.receipt}, and a return that was recorded without a receipt
				both count. If they are the same money, only the line counts.
			</Text>
			<RadioField
				name="same"
				label="The same money as"
				defaultValue={returns.length === 1 ? String(returns[0]?.id) : null}
			>
				<Stack gap="sm" mt={6}>
					{returns.map((each) => (
						<ReturnChoice key={each.id} decision={each} />
					))}
				</Stack>
			</RadioField>
			<ClosedMonth at={[line.at]} />
			<ReasonField />
		</FormDialog>
	);
};

/** Renders the button that opens the dialog which says that a line and a recorded return are the same money. */
export const SameMoney = ({ line, returns, ...button }: SameMoneyProps & ButtonProps) => {
	const [opened, { open, close }] = useDisclosure(false);
	return (
		<>
			<Button {...button} aria-label={`Same money: ${line.receipt}`} onClick={open}>
				Same money
			</Button>
			<SameMoneyDialog {...{ line, returns, opened }} onClose={close} />
		</>
	);
};
