import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

interface RefreshButtonProps {
	query: { isFetching: boolean; isPending: boolean; refetch: () => unknown };
	words?: string;
}

/** Asks again for what a screen shows. */
export const RefreshButton = ({ query, words = 'Refresh' }: RefreshButtonProps) => (
	<Button
		variant="default"
		leftSection={<IconRefresh size={18} aria-hidden />}
		onClick={() => void query.refetch()}
		loading={query.isFetching && !query.isPending}
	>
		{words}
	</Button>
);
