import { Box, Text } from '@mantine/core';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import { markSettlement } from '#shared/contract/settlements.ts';
import { isUnmatched, settlements } from '#shared/contract/strays.ts';
import { useMay } from '../../api/account.ts';
import { forgetReason, hasReason, ReasonField } from '../../ui/fields/text-fields.tsx';
import { useDeliveryNote, useNote } from './changes.ts';
import { reportOf, requestedTerms } from './delivery-fields.ts';
import { FoldedForm, withdrawal } from './folded-form.tsx';
import { formatFull } from './formats.ts';
import { settlementOf } from './settle-delivery.tsx';

type Delivery = TransactionWithEvidence['evidence'][number];

interface OfDelivery {
	transaction: TransactionWithEvidence;
	delivery: Delivery;
}

const lastOutcome = ({ outcomes }: Delivery) => outcomes.at(-1)?.outcome ?? '';

/** Renders the same form as the list of unmatched deliveries; a reason that was not sent is kept. */
const SettleDelivery = ({ transaction, delivery }: OfDelivery) => {
	const about = `delivery ${delivery.id}`;
	const asked = requestedTerms(transaction);
	return (
		<FoldedForm
			button={{ size: 'xs', mt: 'sm' }}
			startsOpen={hasReason(about)}
			onFold={() => forgetReason(about)}
			{...settlementOf({ ...delivery, outcome: lastOutcome(delivery), asked })}
			send={useDeliveryNote(delivery.id, 'settle')}
		/>
	);
};

const Withdraw = ({ id }: { id: number }) => (
	<FoldedForm
		{...withdrawal}
		button={{ size: 'xs', mt: 'xs', 'aria-label': 'Take back the decision' }}
		send={useDeliveryNote(id, 'withdraw')}
	/>
);

/** Settles the marks of a payment with a reason. */
const SettleMark = ({ id }: { id: string }) => (
	<FoldedForm
		button={{ size: 'xs', mt: 'sm' }}
		startsOpen={hasReason(id)}
		onFold={() => forgetReason(id)}
		schema={markSettlement}
		send={useNote(id, 'settle')}
		submit="Settle"
		pending="Settling..."
		fallback="Could not settle the payment"
	>
		<ReasonField
			about={id}
			description="Why this payment needs no more attention. Kept in the history."
		/>
	</FoldedForm>
);

/** Renders the deliveries of a payment that need or have a decision, and the form that settles its marks. */
export const SettleMarks = ({ transaction }: { transaction: TransactionWithEvidence }) => {
	const mayAct = useMay('payments:act');
	const { id, evidence, marks } = transaction;
	const waiting = evidence.filter((delivery) => isUnmatched(lastOutcome(delivery)));
	return (
		<>
			{waiting.map((delivery) => (
				<Box key={delivery.id} mt="xs">
					<Text size="sm">{reportOf(delivery, transaction)}</Text>
					{mayAct && <SettleDelivery transaction={transaction} delivery={delivery} />}
				</Box>
			))}
			{evidence.map(
				({ settlement, ...delivery }) =>
					settlement && (
						<Box key={delivery.id} mt="xs">
							<Text size="sm">
								{settlement.as !== 'payment' && reportOf(delivery, transaction)}{' '}
								<b>{settlements[settlement.as]}</b>, says {settlement.by} on{' '}
								{formatFull(settlement.at)}: {settlement.reason}
							</Text>
							{mayAct && settlement.can_be_withdrawn && <Withdraw id={delivery.id} />}
						</Box>
					),
			)}
			{mayAct && waiting.length === 0 && marks.length > 0 && <SettleMark id={id} />}
		</>
	);
};
