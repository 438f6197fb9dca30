import { IconDeviceMobileDollar, IconDownload } from '@tabler/icons-react';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { useAccount, useMay } from '../../api/account.ts';
import { DialogButton } from '../../ui/dialog/dialog-button.tsx';
import { onDemand } from '../../ui/loading/on-demand.tsx';

const Exporting = onDemand(() => import('./export-dialog.tsx'), 'ExportDialog');
const Asking = onDemand(() => import('./ask-to-pay-dialog.tsx'), 'AskToPayDialog');

interface ExportButtonProps {
	filters: TransactionFilters;
	/** How many rows it will have; unknown until the list is there. */
	count: { total: number; more?: true } | undefined;
}

/** Downloads exactly the payments that the list shows, all its pages, as CSV; for those who may. */
export const ExportButton = ({ filters, count }: ExportButtonProps) =>
	useMay('payments:export') && (
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

/** The way to ask a payer to pay, where payments are set up and for those who may. */
export const AskToPay = () => {
	const mayAct = useMay('payments:act');
	const on = useAccount()?.payments_on ?? false;
	if (!mayAct || !on) return null;
	return (
		<DialogButton
			of={Asking}
			ask="request-payment"
			leftSection={<IconDeviceMobileDollar size={18} aria-hidden />}
		>
			Request payment
		</DialogButton>
	);
};
