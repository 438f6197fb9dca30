import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { useAsked } from '../../ui/asked.ts';
import { onDemand, whenReached } from '../../ui/on-demand.tsx';

interface ExportButtonProps {
	filters: TransactionFilters;
	/** How many rows it will have; unknown until the list is there. */
	count: { total: number; more?: true } | undefined;
}

const [ExportDialog, prepare] = onDemand(() => import('./export-dialog.tsx'), 'ExportDialog');

/** Downloads exactly the payments that the list shows, all its pages, as CSV. */
export const ExportButton = ({ filters, count }: ExportButtonProps) => {
	const [opened, setOpened] = useState(false);
	const close = useCallback(() => setOpened(false), []);
	useAsked('export', () => setOpened(true), count !== undefined);
	return (
		<>
			<Button
				variant="default"
				data-seldom
				title="Export CSV"
				leftSection={<IconDownload size={18} aria-hidden />}
				onClick={() => setOpened(true)}
				{...whenReached(prepare)}
				disabled={count === undefined}
			>
				Export CSV
			</Button>
			<ExportDialog
				opened={opened}
				onClose={close}
				filters={filters}
				rows={count?.total ?? 0}
				more={count?.more}
			/>
		</>
	);
};
