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
import { atLength, shownPhone } from './formats.ts';
import { Delivered } from './history.tsx';
import { transactionQuery, UNMATCHED_LIMIT, unmatchedQuery } from './queries.ts';
import { type Said, saidIn } from './said.ts';
import classes from './transactions.module.css';

const labels: [keyof Said, string][] = [
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
	onLook: (paymentId: string) => void;
	/** Says what it is. */
	onSettle: (delivery: UnmatchedDelivery) => void;
}

const Delivery = ({ delivery, onLook, onSettle }: DeliveryProps) => {
	const mayAct = useMay('payments:act');
	const { payment_id: paymentId } = delivery;
	const said = saidIn(delivery.body);
	const facts = labels.flatMap(([field, label]) => {
		const value = said[field];
		return value ? [[label, field === 'phone' ? shownPhone(value) : value]] : [];
	});
	return (
		<li className={classes.delivery}>
			<div className={classes.deliveryHead}>
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
							onClick={() => onLook(paymentId)}
							onPointerEnter={prepareDetails}
							onFocus={prepareDetails}
						>
							View payment
						</Button>
					)}
				</Group>
			</div>
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
			<Delivered message={delivery} />
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
	const [looked, look] = useState<string>();
	const [settled, settle] = useState<UnmatchedDelivery | null>(null);
	const [settling, setSettling] = useState(false);
	const payment = useQuery({ ...transactionQuery(looked ?? ''), enabled: looked !== undefined });
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
										onLook={look}
										onSettle={(delivery) => {
											settle(delivery);
											setSettling(true);
										}}
									/>
								))}
							</ul>
						)}
						<Pager total={total} limit={UNMATCHED_LIMIT} busy={list.isPlaceholderData} />
					</>
				)}
			</Loaded>
			<SettleDelivery opened={settling} onClose={() => setSettling(false)} delivery={settled} />
			<Details
				opened={looked !== undefined && payment.data !== undefined}
				row={payment.data ?? null}
				onClose={() => look(undefined)}
			/>
		</Page>
	);
};
