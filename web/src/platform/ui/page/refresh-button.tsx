import { Button, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

interface RefreshButtonProps {
	query: {
		isFetching: boolean;
		isPending: boolean;
		refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
	};
	words?: string;
}

/** Loads the data of a screen again. Stays focusable while loading: a `disabled` button would lose the focus. */
export const RefreshButton = ({ query, words: text = 'Refresh' }: RefreshButtonProps) => {
	const isLoading = query.isFetching && !query.isPending;
	return (
		<Button
			variant="default"
			leftSection={
				isLoading ? <Loader size={18} aria-hidden /> : <IconRefresh size={18} aria-hidden />
			}
			{...(isLoading && { 'data-disabled': true })}
			aria-disabled={isLoading}
			onClick={() => void query.refetch({ cancelRefetch: false })}
		>
			{text}
		</Button>
	);
};
