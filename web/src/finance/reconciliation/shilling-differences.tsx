import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { formatCount } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { createAttempt } from '../../platform/api/attempt.ts';
import { fetchData } from '../../platform/api/client.ts';
import type { PageOf } from '../../platform/api/query-keys.ts';
import { notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import { decide, KEY } from './queries.ts';

const REASON = 'Differs by less than one shilling: payments are whole shillings';

/** Returns whether the amounts of a line and its payment differ by less than one shilling. */
const isBelowShilling = ({ paid_in, transaction }: ReconciliationLine) =>
	transaction !== null && Math.abs((paid_in ?? 0) - transaction.amount) < 1;

interface ShillingDifferencesProps {
	month: string | undefined;
	onDecided: (lines: readonly ReconciliationLine[]) => void;
	/** Asks about the lines of a closed month first. */
	onAsk: ((lines: readonly ReconciliationLine[]) => void) | undefined;
}

/** Renders a button that accepts all lines of a month that differ from their payments by less than one shilling. */
export const ShillingDifferences = ({ month, onDecided, onAsk }: ShillingDifferencesProps) => {
	const mayAct = useMay('payments:act');
	const { data = [] } = useQuery({
		queryKey: [KEY, 'shilling-differences', month],
		queryFn: fetchData<PageOf<ReconciliationLine>>('/reconciliation/lines', {
			month,
			state: 'amount_differs',
			limit: '100',
		}),
		select: (page) => page.data.filter(isBelowShilling),
		enabled: mayAct && month !== undefined,
	});
	const accept = useMutation({
		mutationFn: async () => {
			for (const line of data)
				await decide('settle', line.id, { as: 'other', reason: REASON }, createAttempt());
		},
		onSuccess: () => onDecided(data),
		onError: (error) => notifyFailure(error, 'Could not save the decision'),
	});
	if (data.length === 0) return null;
	return (
		<Button
			size="xs"
			variant="default"
			mb="xs"
			loading={accept.isPending}
			onClick={() => (onAsk ? onAsk(data) : accept.mutate())}
		>
			Accept {formatCount(data.length, 'difference')} below one shilling
		</Button>
	);
};
