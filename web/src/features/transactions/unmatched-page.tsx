import { Button, Group, Text } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { marks, type UnmatchedDelivery } from '#shared/contract/transactions.ts';
import { useMay } from '../../api/account.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Empty } from '../../ui/empty.tsx';
import { usePageBehind } from '../../ui/list/page-behind.ts';
import { Pager, pageIn } from '../../ui/list/pager.tsx';
import { useListState } from '../../ui/list-state.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Page } from '../../ui/page.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { type DeliveryFields, readDeliveryFields } from './delivery-fields.ts';
import { atLength, shownPhone } from './formats.ts';
import { MessageBody } from './message-body.tsx';
import { transactionQuery, UNMATCHED_LIMIT, unmatchedQuery } from './queries.ts';
import classes from './transactions.module.css';

const labels: [keyof DeliveryFields, string][] = [
	['receipt', 'M-Pesa Receipt Number'],
	['amount', 'Amount'],
	['phone', 'Phone Number'],
	['reference', 'Account reference'],
	['request', 'Checkout Request ID'],
	['shortCode', 'Short code'],
];

const why = (outcome: string) =>
	outcome in marks ? marks[outcome as keyof typeof marks] : 'It could not be matched to a payment.';

interface DeliveryProps {
	delivery: UnmatchedDelivery;
	/** Looks into the payment that it is about. */
	onSelect: (paymentId: string) => void;
	/** Says what it is. */
	onSettle: (delivery: UnmatchedDelivery) => void;
}

const Delivery = ({ delivery, onSelect, onSettle }: DeliveryProps) => {
	const mayAct = useMay('payments:act');
	const { payment_id: paymentId } = delivery;
	const fields = readDeliveryFields(delivery.body);
	const facts = labels.flatMap(([field, label]) => {
		const value = fields[field];
		return value ? [[label, field === 'phone' ? shownPhone(value) : value]] : [];
	});
	return (
		<li className={classes.delivery}>
			<Group justify="space-between" gap="xs" mb={6}>
				<Text fw={600}>{why(delivery.outcome)}</Text>
				<Group gap="xs">
					{mayAct && (
						<Button
							variant="default"
							size="xs"
							onClick={() => onSettle(delivery)}
							onPointerEnter={prepareSettle}
							onFocus={prepareSettle}
						>
							Settle
						</Button>
					)}
					{paymentId !== null && (
						<Button
							variant="light"
							size="xs"
							onClick={() => onSelect(paymentId)}
							onPointerEnter={prepareDetails}
							onFocus={prepareDetails}
						>
							View payment
						</Button>
					)}
				</Group>
			</Group>
			<Text size="sm" c="dimmed">
				<time dateTime={delivery.at}>{atLength(delivery.at)}</time>
				{delivery.peer && `, from ${delivery.peer}`}
			</Text>
			{facts.length > 0 && (
				<dl className={classes.facts}>
					{facts.map(([label, value]) => (
						<div key={label}>
							<dt>{label}</dt>
							<dd className="tabular">{value}</dd>
						</div>
					))}
				</dl>
			)}
			<MessageBody message={delivery} />
		</li>
	);
};

const [Details, prepareDetails] = onDemand(
	'transaction details',
	async () => (await import('./transaction-dialog.tsx')).TransactionDialog,
);

const [SettleDelivery, prepareSettle] = onDemand(
	'settle a delivery',
	async () => (await import('./settle-delivery-dialog.tsx')).SettleDeliveryDialog,
);

/** What M-Pesa delivered that changed no payment: wrong amounts, unknown requests, and their like. */
export const UnmatchedPage = () => {
	const [{ page }] = useListState();
	const list = useQuery(unmatchedQuery(pageIn(page)));
	const behind = usePageBehind(list.data?.total, UNMATCHED_LIMIT, list.isPlaceholderData);
	const [selected, select] = useState<string>();
	const [settling, settle] = useState<UnmatchedDelivery | null>(null);
	const [settleOpened, setSettleOpened] = useState(false);
	const payment = useQuery({
		...transactionQuery(selected ?? ''),
		enabled: selected !== undefined,
	});
	return (
		<Page
			title="Unmatched deliveries"
			subtitle="What M-Pesa sent that changed no payment. Nothing here is lost or counted; a person has to look."
			back={<BackLink to="/admin/transactions">MPesa Transactions</BackLink>}
		>
			<Loaded
				query={list}
				loading="Loading unmatched deliveries..."
				fallback="Failed to fetch unmatched deliveries"
				skeleton={<TableSkeleton rows={5} />}
			>
				{({ data, total }) => (
					<>
						{behind ? (
							<TableSkeleton rows={5} />
						) : data.length === 0 ? (
							<Empty
								icon={IconMailOff}
								title="No unmatched deliveries"
								text="Every delivery of M-Pesa was about a payment that we know."
							/>
						) : (
							<ul className={classes.deliveries} aria-label="Unmatched deliveries">
								{data.map((delivery) => (
									<Delivery
										key={delivery.id}
										delivery={delivery}
										onSelect={select}
										onSettle={(delivery) => {
											settle(delivery);
											setSettleOpened(true);
										}}
									/>
								))}
							</ul>
						)}
						<Pager total={total} limit={UNMATCHED_LIMIT} busy={list.isPlaceholderData} />
					</>
				)}
			</Loaded>
			<SettleDelivery
				opened={settleOpened}
				onClose={() => setSettleOpened(false)}
				delivery={settling}
			/>
			<Details
				opened={selected !== undefined && payment.data !== undefined}
				row={payment.data ?? null}
				onClose={() => select(undefined)}
			/>
		</Page>
	);
};
