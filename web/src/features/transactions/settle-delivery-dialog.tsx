import { Text } from '@mantine/core';
import { withdrawalInput } from '#shared/contract/adjustments.ts';
import type { UnmatchedDelivery } from '#shared/contract/evidence.ts';
import { type Candidate, deliverySettlement } from '#shared/contract/settlements.ts';
import { settlements } from '#shared/contract/strays.ts';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { notify } from '../../ui/notifications/notifications.tsx';
import { PlainChoice, PlainText } from '../../ui/plain-form/plain-fields.tsx';
import type { Typed } from '../../ui/plain-form/plain-form.tsx';
import { PlainFormDialog } from '../../ui/plain-form/plain-form-dialog.tsx';
import { forgetReason, ReasonField } from '../../ui/plain-form/reason-field.tsx';
import { useDeliveryNote } from './acts.ts';

const options = [
	{ value: '', label: 'Choose what it is' },
	...Object.entries(settlements).map(([value, label]) => ({ value, label })),
];

const read = ({ transaction_id, ...typed }: Typed) => ({
	...typed,
	transaction_id: transaction_id?.trim() || null,
});

/** What a person is about to say of a delivery. */
export interface Settling {
	delivery: UnmatchedDelivery;
	/** The request of ours that it answers; it is attached to that one. */
	candidate?: Candidate;
	/** What was said of it is taken back. */
	withdraws?: boolean;
}

interface SettleDeliveryDialogProps extends Opened {
	/** What is settled; undefined before there is one. */
	settling: Settling | undefined;
}

/** Says what an unmatched delivery is, with a reason; attaches it to a request; or takes back what was said. */
export const SettleDeliveryDialog = ({ opened, onClose, settling }: SettleDeliveryDialogProps) => {
	const id = settling?.delivery.id ?? 0;
	const candidate = settling?.candidate;
	const about = `delivery ${id}`;
	const send = useDeliveryNote(id, settling?.withdraws ? 'withdraw' : 'settle');
	if (settling?.withdraws)
		return (
			<PlainFormDialog
				{...{ opened, onClose }}
				title="Take back"
				schema={withdrawalInput}
				send={send}
				submit="Take back"
				pending="Taking back..."
				fallback="This could not be taken back"
			>
				<Text size="sm" c="dimmed">
					The delivery waits for a person again. What was said of it stays in the audit trail.
				</Text>
				<ReasonField />
			</PlainFormDialog>
		);
	return (
		<PlainFormDialog
			{...{ opened, onClose }}
			title={candidate ? 'Attach to the request' : 'Settle delivery'}
			schema={deliverySettlement}
			read={
				candidate ? (typed) => ({ ...typed, as: 'payment', transaction_id: candidate.id }) : read
			}
			send={send}
			onDone={() => {
				forgetReason(about);
				onClose();
				notify({
					good: true,
					about,
					title: candidate ? 'Delivery attached' : 'Delivery settled',
					message: 'What was said of it is listed under Settled.',
				});
			}}
			submit={candidate ? 'Attach' : 'Settle'}
			pending={candidate ? 'Attaching...' : 'Settling...'}
			fallback="The delivery could not be settled"
		>
			{candidate ? (
				<>
					<Text size="sm">{candidate.reason}</Text>
					<Text size="sm" c="dimmed">
						The request is then completed or failed, as the report says. A completed payment stays
						so.
					</Text>
					<ReasonField about={about} />
				</>
			) : (
				<>
					<Text size="sm" c="dimmed">
						As a payment to us it is counted, in whole shillings. As anything else it only leaves
						this list.
					</Text>
					<PlainChoice name="as" label="It is" data={options} required />
					<ReasonField about={about} />
					<PlainText
						name="transaction_id"
						label="Transaction ID"
						description="Of the payment that it is about, if it is one that we have."
					/>
				</>
			)}
		</PlainFormDialog>
	);
};
