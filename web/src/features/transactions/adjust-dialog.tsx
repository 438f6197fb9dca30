import { useQuery } from '@tanstack/react-query';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { AdjustForm } from './note-forms.tsx';
import { transactionQuery } from './queries.ts';

interface AdjustProps {
	id: string;
	onClose: () => void;
}

const Adjust = ({ id, onClose }: AdjustProps) => (
	<Loaded
		query={useQuery(transactionQuery(id))}
		loading="Loading the payment..."
		fallback="Could not load the payment"
	>
		{(transaction) => <AdjustForm {...{ transaction, onClose }} />}
	</Loaded>
);

/** Records a refund or reversal of a payment from another screen than its own. */
export const AdjustDialog = ({ opened, ...payment }: Opened & { id: string | undefined }) => (
	<Modal opened={opened} onClose={payment.onClose} title="Record refund or reversal">
		{payment.id && <Adjust id={payment.id} onClose={payment.onClose} />}
	</Modal>
);
