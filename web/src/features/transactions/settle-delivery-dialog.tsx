import { NativeSelect, Text, TextInput } from '@mantine/core';
import { deliverySettlement, settlements } from '#shared/contract/settlements.ts';
import type { UnmatchedDelivery } from '#shared/contract/transactions.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import type { Typed } from '../../ui/plain-form.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useSettleDelivery } from './acts.ts';

const options = [
	{ value: '', label: 'Choose what it is' },
	...Object.entries(settlements).map(([value, label]) => ({ value, label })),
];

const read = ({ transaction_id, ...typed }: Typed) => ({
	...typed,
	transaction_id: transaction_id?.trim() || null,
});

interface SettleDeliveryDialogProps {
	opened: boolean;
	onClose: () => void;
	/** What is settled; null before there is one. */
	delivery: UnmatchedDelivery | null;
}

/** Says what an unmatched delivery is, with a reason. */
export const SettleDeliveryDialog = ({ opened, onClose, delivery }: SettleDeliveryDialogProps) => (
	<FormModal
		opened={opened}
		onClose={onClose}
		title="Settle delivery"
		schema={deliverySettlement}
		read={read}
		send={useSettleDelivery(delivery?.id ?? 0)}
		submit="Settle"
		pending="Settling..."
		fallback="The delivery could not be settled"
	>
		{(wrong) => (
			<>
				<Text size="sm" c="dimmed">
					As a payment to us it is counted, in whole shillings. As anything else it only leaves this
					list.
				</Text>
				<NativeSelect name="as" label="It is" data={options} required error={wrong.as} />
				<ReasonField wrong={wrong.reason} />
				<TextInput
					name="transaction_id"
					label="Transaction ID"
					description="Of the payment that it is about, if it is one that we have."
					autoComplete="off"
					error={wrong.transaction_id}
				/>
			</>
		)}
	</FormModal>
);
