import { Badge } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconClock, type TablerIcon } from '@tabler/icons-react';
import type { Status } from '#shared/contract/transactions.ts';

const looks: Record<Status, { words: string; color: string; icon: TablerIcon }> = {
	completed: { words: 'Completed', color: 'brand', icon: IconCircleCheck },
	pending: { words: 'Pending', color: 'yellow', icon: IconClock },
	failed: { words: 'Failed', color: 'red', icon: IconCircleX },
};

/** What became of a payment: in words, with a sign, and only then in colour. */
export const PaymentStatus = ({ status }: { status: Status }) => {
	const { words, color, icon: Icon } = looks[status];
	return (
		<Badge color={color} leftSection={<Icon size={13} aria-hidden />}>
			{words}
		</Badge>
	);
};
