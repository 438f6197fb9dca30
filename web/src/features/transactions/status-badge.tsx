import { IconCircleCheck, IconCircleX, IconClock, type TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { Transaction } from '#shared/contract/transactions.ts';
import type { Status } from '#shared/contract/transactions-query.ts';
import { Badge } from '../../ui/badge.tsx';

interface Look {
	words: string;
	color: ComponentProps<typeof Badge>['color'];
	icon: TablerIcon;
}

const looks: Record<Status, Look> = {
	completed: { words: 'Completed', color: 'brand', icon: IconCircleCheck },
	pending: { words: 'Pending', color: 'yellow', icon: IconClock },
	failed: { words: 'Failed', color: 'red', icon: IconCircleX },
};

/** What became of a payment: in words, with a sign, and only then in colour. */
export const PaymentStatus = ({ status, large = false }: { status: Status; large?: boolean }) => {
	const { words, color, icon } = looks[status];
	return (
		<Badge color={color} large={large} icon={icon}>
			{words}
		</Badge>
	);
};

/** Whether money of a payment was given back, beside its status, which stays. */
export const GivenBack = ({
	transaction: { amount, adjusted },
}: {
	transaction: Pick<Transaction, 'amount' | 'adjusted'>;
}) =>
	adjusted > 0 && <Badge color="gray">{adjusted < amount ? 'Partly refunded' : 'Reversed'}</Badge>;
