import { IconDeviceMobileDollar, IconDownload } from '@tabler/icons-react';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { useAccount, useMay } from '../../api/account.ts';
import { DialogButton } from '../../ui/dialog/dialog-button.tsx';
import { AskToPayDialog } from './ask-to-pay-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';

const Exporting = [ExportDialog, () => {}] as const;
/** The dialog that requests a payment. */
export const Asking = [AskToPayDialog, () => {}] as const;

interface ExportButtonProps {
	filters: TransactionFilters;
	/** The number of rows; undefined until the list is loaded. */
	count: { total: number; more?: true } | undefined;
}

/** Exports all pages of the list as CSV. */
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

/** Returns whether payments are set up and this person may request them. */
export const useMayRequest = () => {
	const mayAct = useMay('payments:act');
	return (useAccount()?.payments_on ?? false) && mayAct;
};

/** Renders the button that requests a payment, where that is possible. */
export const AskToPay = () =>
	useMayRequest() && (
		<DialogButton
			of={Asking}
			ask="request-payment"
			leftSection={<IconDeviceMobileDollar size={18} aria-hidden />}
		>
			Request payment
		</DialogButton>
	);
