import { IconDownload } from '@tabler/icons-react';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

interface ExportButtonProps {
	filters: TransactionFilters;
	/** How many rows it will have; unknown until the list is there. */
	count: { total: number; more?: true } | undefined;
}

const Exporting = onDemand(() => import('./export-dialog.tsx'), 'ExportDialog');

/** Downloads exactly the payments that the list shows, all its pages, as CSV. */
export const ExportButton = ({ filters, count }: ExportButtonProps) => (
	<DialogButton
		of={Exporting}
		dialog={{ filters, rows: count?.total ?? 0, more: count?.more }}
		ask="export"
		variant="default"
		data-seldom
		title="Export CSV"
		leftSection={<IconDownload size={18} aria-hidden />}
		disabled={count === undefined}
	>
		Export CSV
	</DialogButton>
);
