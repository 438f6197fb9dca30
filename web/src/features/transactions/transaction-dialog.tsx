import type { Transaction } from '#shared/contract/transactions.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { DETAILS, TransactionDetails } from './transaction-details.tsx';

interface TransactionDialogProps extends Opened {
	/** What is looked at, as its row has it; null where nothing is yet. */
	row: Transaction | null;
}

/** `TransactionDetails` in a dialog over a list. */
export const TransactionDialog = ({ opened, row, onClose }: TransactionDialogProps) => (
	<Dialog opened={opened} onClose={onClose} title={DETAILS} wide closeLabel="Close the details">
		{row && <TransactionDetails row={row} onClose={onClose} />}
	</Dialog>
);
