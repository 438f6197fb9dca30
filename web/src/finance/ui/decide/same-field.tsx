import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Decision, decisionWords } from '#shared/contract/finance/decisions.ts';
import { queryCall } from '../../../platform/api/calls.ts';
import { RadioField } from '../../../platform/ui/fields/choice-fields.tsx';
import { DAY, formatInstant } from '../../../platform/ui/format/dates.ts';
import { formatKsh } from '../../../platform/ui/format/money.ts';

/** Lists the refunds and reversals that were recorded without a receipt and are no statement line's money. */
export const listTypedReturns = (decisions: readonly Decision[]) => {
	const counting = decisions.filter(({ withdrawn }) => withdrawn === null);
	const same = new Set(counting.map(({ same_as }) => same_as));
	return counting.filter(
		({ id, what, receipt }) =>
			(what === 'refund' || what === 'reversal') && receipt === null && !same.has(id),
	);
};

/** Returns the refunds and reversals of a payment that were recorded without a receipt. */
export const useTypedReturns = (id: string | undefined) => {
	const { data = [] } = useQuery({
		queryKey: ['reconciliation', 'returns', id],
		queryFn: queryCall('GET /transactions/:id/decisions', { params: { id: id ?? '' } }),
		enabled: id !== undefined,
	});
	return id === undefined ? [] : listTypedReturns(data);
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
	value?: string | undefined;
	onChange?: (value: string) => void;
	/** Leaves out that the line is other money. */
	isSame?: boolean;
}

/** Asks whether a statement line is the same money as a recorded refund or reversal. */
export const SameField = ({ returns, value, onChange, isSame = false }: SameFieldProps) => (
	<RadioField
		name="same"
		label={isSame ? 'The same money as' : 'Recorded without a receipt'}
		{...(onChange
			? { value: value ?? '', onChange }
			: { defaultValue: returns.length === 1 ? String(returns[0]?.id) : null })}
	>
		<Stack gap="sm" mt={6}>
			{returns.map((each) => (
				<ReturnChoice key={each.id} decision={each} />
			))}
			{!isSame && <Radio value={OTHER} label="Another return" description="Both amounts count." />}
		</Stack>
	</RadioField>
);
