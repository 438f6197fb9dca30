import { NativeSelect, Text, TextInput } from '@mantine/core';
import { type StrayDelivery, settlements, straySettlement } from '#shared/contract/transactions.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import type { Typed } from '../../ui/plain-form.tsx';
import { useSettleStray } from './queries.ts';

const options = [
	{ value: '', label: 'Choose what it is' },
	...Object.entries(settlements).map(([value, label]) => ({ value, label })),
];

const read = ({ transaction_id, ...typed }: Typed) => ({
	...typed,
	transaction_id: transaction_id?.trim() || null,
});

interface SettleStrayDialogProps {
	opened: boolean;
	onClose: () => void;
	/** What is settled; null before there is one. */
	delivery: StrayDelivery | null;
}

/** Says what a stray delivery is, with a reason. */
export const SettleStrayDialog = ({ opened, onClose, delivery }: SettleStrayDialogProps) => (
	<FormModal
		opened={opened}
		onClose={onClose}
		title="Settle delivery"
		schema={straySettlement}
		read={read}
		send={useSettleStray(delivery?.id ?? 0)}
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
				<TextInput
					name="reason"
					label="Reason"
					description="It stays in the audit trail."
					autoComplete="off"
					required
					error={wrong.reason}
				/>
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
