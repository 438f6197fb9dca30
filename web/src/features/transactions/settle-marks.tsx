import { Text } from '@mantine/core';
import { withdrawalInput } from '#shared/contract/adjustments.ts';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import { deliverySettlement, markSettlement } from '#shared/contract/settlements.ts';
import { isUnmatched, settlements } from '#shared/contract/strays.ts';
import { useMay } from '../../api/account.ts';
import { PlainFormBody } from '../../ui/plain-form/plain-form-dialog.tsx';
import { forgetReason, hasReason, ReasonField } from '../../ui/plain-form/reason-field.tsx';
import { useDeliveryNote, useNote } from './acts.ts';
import { atLength } from './formats.ts';
import { askedOf, readSettlement, reportOf, SettleFields } from './settle-fields.tsx';
import { Unfolding } from './unfolding.tsx';

type Delivery = TransactionWithEvidence['evidence'][number];

interface OfDelivery {
	transaction: TransactionWithEvidence;
	delivery: Delivery;
}

const lastOutcome = ({ outcomes }: Delivery) => outcomes.at(-1)?.outcome ?? '';

/** Renders the same decision about a delivery as the list of unmatched deliveries. */
const SettleDelivery = ({ transaction, delivery }: OfDelivery) => {
	const { id } = delivery;
	const about = `delivery ${id}`;
	const send = useDeliveryNote(id, 'settle');
	return (
		<Unfolding words="Settle" size="xs" mt="sm" startsOpen={hasReason(about)}>
			{(fold) => (
				<PlainFormBody
					schema={deliverySettlement}
					read={readSettlement}
					send={send}
					onClose={() => {
						forgetReason(about);
						fold();
					}}
					submit="Settle"
					pending="Settling..."
					fallback="Could not settle the delivery"
				>
					<SettleFields
						delivery={{ ...delivery, outcome: lastOutcome(delivery), asked: askedOf(transaction) }}
					/>
				</PlainFormBody>
			)}
		</Unfolding>
	);
};

const TakeBack = ({ delivery: { id } }: { delivery: Delivery }) => {
	const send = useDeliveryNote(id, 'withdraw');
	return (
		<Unfolding words="Take back" size="xs" mt="xs" aria-label="Take back the decision">
			{(fold) => (
				<PlainFormBody
					schema={withdrawalInput}
					send={send}
					onClose={fold}
					submit="Take back"
					pending="Taking back..."
					fallback="Could not undo this"
				>
					<ReasonField />
				</PlainFormBody>
			)}
		</Unfolding>
	);
};

/** Says with a reason that a marked payment needs no decision any more. */
const SettleMark = ({ id }: { id: string }) => {
	const send = useNote(id, 'settle');
	return (
		<Unfolding words="Settle" size="xs" mt="sm" startsOpen={hasReason(id)}>
			{(fold) => (
				<PlainFormBody
					schema={markSettlement}
					send={send}
					onClose={() => {
						forgetReason(id);
						fold();
					}}
					submit="Settle"
					pending="Settling..."
					fallback="Could not settle the payment"
				>
					<ReasonField
						about={id}
						description="Why this payment needs no more attention. Kept in the history."
					/>
				</PlainFormBody>
			)}
		</Unfolding>
	);
};

/** Renders the deliveries of a payment that need a decision, or have one, and what else marks the payment. */
export const SettleMarks = ({ transaction }: { transaction: TransactionWithEvidence }) => {
	const mayAct = useMay('payments:act');
	const { id, evidence, marks } = transaction;
	const waiting = evidence.filter((delivery) => isUnmatched(lastOutcome(delivery)));
	const decided = evidence.filter(({ settlement }) => settlement !== null);
	return (
		<>
			{waiting.map((delivery) => (
				<div key={delivery.id}>
					<Text size="sm" mt="xs">
						{reportOf(delivery, transaction)}
					</Text>
					{mayAct && <SettleDelivery transaction={transaction} delivery={delivery} />}
				</div>
			))}
			{decided.map((delivery) => {
				const { settlement } = delivery;
				return (
					settlement && (
						<div key={delivery.id}>
							<Text size="sm" mt="xs">
								{settlement.as !== 'payment' && reportOf(delivery, transaction)}{' '}
								<b>{settlements[settlement.as]}</b>, says {settlement.by} on{' '}
								{atLength(settlement.at)}: {settlement.reason}
							</Text>
							{mayAct && settlement.can_be_withdrawn && <TakeBack delivery={delivery} />}
						</div>
					)
				);
			})}
			{mayAct && waiting.length === 0 && marks.length > 0 && <SettleMark id={id} />}
		</>
	);
};
