import { Button, Group, Text } from '@mantine/core';
import type { UnmatchedDelivery } from '#shared/contract/evidence.ts';
import { settlements } from '#shared/contract/strays.ts';
import { marks } from '#shared/contract/transactions-query.ts';
import { useMay } from '../../api/account.ts';
import { money } from '../../ui/money.ts';
import { LinkButton } from '../../ui/page/links.tsx';
import { Descriptions } from '../../ui/page/section.tsx';
import { type DeliveryFields, readDeliveryFields } from './delivery-fields.ts';
import { atLength, shownPhone } from './formats.ts';
import { MessageBody } from './message-body.tsx';
import type { Settling } from './settle-delivery-dialog.tsx';
import { amountsOf } from './settle-fields.tsx';
import classes from './transactions.module.css';

const labels: [keyof DeliveryFields, string][] = [
	['receipt', 'M-Pesa Receipt Number'],
	['amount', 'Amount'],
	['phone', 'Phone Number'],
	['payer', 'Payer'],
	['reference', 'Account reference'],
	['request', 'Checkout Request ID'],
	['shortCode', 'Short code'],
];

/** Formats of fields; an unreadable amount stays as it came. */
const shown: { [field in keyof DeliveryFields]: (value: string) => string } = {
	phone: shownPhone,
	amount: (value) => (/^\d{1,12}(\.\d+)?$/.test(value) ? money(Number(value)) : value),
};

const why = (outcome: string) =>
	outcome in marks ? marks[outcome as keyof typeof marks] : 'It could not be matched to a payment.';

interface DeliveryProps {
	delivery: UnmatchedDelivery;
	onSettle: (settling: Settling) => void;
}

const Settled = ({ settlement }: Pick<UnmatchedDelivery, 'settlement'>) =>
	settlement && (
		<Text size="sm" mt={4}>
			<b>{settlements[settlement.as]}</b>, says {settlement.by} on {atLength(settlement.at)}:{' '}
			{settlement.reason}
		</Text>
	);

/** Renders the unanswered requests that a delivery may be about. */
const Candidates = ({ delivery, onSettle }: DeliveryProps) =>
	delivery.candidates.map((candidate) => (
		<Group key={candidate.id} gap="xs" mt="sm" justify="space-between">
			<Text size="sm" style={{ flex: '1 1 16rem' }}>
				Possible answer to a request: {candidate.reason}{' '}
				{candidate.phone_number && `Phone ${shownPhone(candidate.phone_number)}`}
				{candidate.account_reference && ` for ${candidate.account_reference}`}
			</Text>
			<Button size="xs" onClick={() => onSettle({ delivery, candidate })}>
				Attach
			</Button>
		</Group>
	));

/** Renders a delivery that changed no payment: the reason, its fields, and its decision. */
export const DeliveryCard = (props: DeliveryProps) => {
	const { delivery, onSettle } = props;
	const mayAct = useMay('payments:act');
	const { payment_id: paymentId, settlement } = delivery;
	const fields = readDeliveryFields(delivery.body);
	const facts = labels.flatMap(([field, label]) => {
		const value = fields[field];
		return value ? [[label, (shown[field] ?? String)(value)]] : [];
	});
	return (
		<li className={classes.delivery}>
			<div className={classes.about}>
				<Text fw={600}>
					{delivery.outcome === 'amount_mismatch'
						? (amountsOf(delivery) ?? why(delivery.outcome))
						: why(delivery.outcome)}
				</Text>
				<Group gap="xs" justify="flex-end">
					{mayAct && (!settlement || settlement.can_be_withdrawn) && (
						<Button
							variant="default"
							size="xs"
							onClick={() => onSettle({ delivery, withdraws: settlement !== null })}
						>
							{settlement ? 'Take back' : 'Settle'}
						</Button>
					)}
					{paymentId !== null && (
						<LinkButton
							variant="light"
							size="xs"
							to="/admin/transactions/$transactionId"
							params={{ transactionId: paymentId }}
							state={{ listBefore: true }}
						>
							View payment
						</LinkButton>
					)}
				</Group>
			</div>
			<Text size="sm" c="dimmed">
				<time dateTime={delivery.at}>{atLength(delivery.at)}</time>
				{delivery.peer && `, from ${delivery.peer}`}
			</Text>
			{fields.result && <Text size="sm">M-Pesa says: {fields.result}</Text>}
			<Settled settlement={settlement} />
			{facts.length > 0 && (
				<Descriptions className={classes.facts} of={Object.fromEntries(facts)} />
			)}
			{mayAct && <Candidates {...props} />}
			<MessageBody message={delivery} />
		</li>
	);
};
