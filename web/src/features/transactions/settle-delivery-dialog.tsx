import { Text } from '@mantine/core';
import { withdrawalInput } from '#shared/contract/adjustments.ts';
import { type Candidate, deliverySettlement } from '#shared/contract/settlements.ts';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { notify } from '../../ui/notifications/notifications.tsx';
import { PlainFormDialog } from '../../ui/plain-form/plain-form-dialog.tsx';
import { forgetReason, ReasonField } from '../../ui/plain-form/reason-field.tsx';
import { useDeliveryNote } from './acts.ts';
import { type DeliveryToSettle, readSettlement, SettleFields } from './settle-fields.tsx';

/** What a person is about to say of a delivery. */
export interface Settling {
	delivery: DeliveryToSettle;
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
				fallback="Could not undo this"
			>
				<Text size="sm" c="dimmed">
					The delivery needs a decision again. The audit trail keeps the previous one.
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
				candidate
					? (typed) => ({ ...typed, as: 'payment', transaction_id: candidate.id })
					: readSettlement
			}
			send={send}
			onDone={() => {
				forgetReason(about);
				onClose();
				notify({
					good: true,
					about,
					title: candidate ? 'Delivery attached' : 'Delivery settled',
					message: 'The decision is listed under Settled.',
				});
			}}
			submit={candidate ? 'Attach' : 'Settle'}
			pending={candidate ? 'Attaching...' : 'Settling...'}
			fallback="Could not settle the delivery"
		>
			{candidate ? (
				<>
					<Text size="sm">{candidate.reason}</Text>
					<Text size="sm" c="dimmed">
						The request is then completed or failed, as the report says. A completed payment stays
						completed.
					</Text>
					<ReasonField about={about} />
				</>
			) : (
				settling && <SettleFields delivery={settling.delivery} />
			)}
		</PlainFormDialog>
	);
};
