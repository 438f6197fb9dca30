import { Button, Group, Text } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { marks, type StrayDelivery } from '#shared/contract/transactions.ts';
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
import { STRAYS_LIMIT, straysQuery, transactionQuery } from './queries.ts';
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

interface StrayProps {
	delivery: StrayDelivery;
	/** Looks into the payment that it is about. */
	onLook: (paymentId: string) => void;
	/** Says what it is. */
	onSettle: (delivery: StrayDelivery) => void;
}

const Stray = ({ delivery, onLook, onSettle }: StrayProps) => {
	const mayAct = useMay('payments:act');
	const { payment_id: paymentId } = delivery;
	const said = saidIn(delivery.body);
	const facts = labels.flatMap(([field, label]) => {
		const value = said[field];
		return value ? [[label, field === 'phone' ? shownPhone(value) : value]] : [];
	});
	return (
		<li className={classes.stray}>
			<div className={classes.strayHead}>
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

const [SettleStray, prepareSettle] = onDemand(
	'settle a delivery',
	async () => (await import('./settle-stray-dialog.tsx')).SettleStrayDialog,
);

/** What M-Pesa delivered that changed no payment: wrong amounts, unknown requests, and their like. */
export const StraysPage = () => {
	const [{ page }] = useListState();
	const list = useQuery(straysQuery(pageIn(page)));
	const behind = usePageBehind(list.data?.total, STRAYS_LIMIT, list.isPlaceholderData);
	const [looked, look] = useState<string>();
	const [settled, settle] = useState<StrayDelivery | null>(null);
	const [settling, setSettling] = useState(false);
	const payment = useQuery({ ...transactionQuery(looked ?? ''), enabled: looked !== undefined });
	return (
		<Page
			title="Stray deliveries"
			subtitle="What M-Pesa sent that changed no payment. Nothing here is lost or counted; a person has to look."
			back={<BackLink to="/admin/transactions">MPesa Transactions</BackLink>}
		>
			<Loaded
				query={list}
				loading="Loading stray deliveries..."
				fallback="Failed to fetch stray deliveries"
				skeleton={<TableSkeleton rows={5} />}
			>
				{({ data, total }) => (
					<>
						{behind ? (
							<TableSkeleton rows={5} />
						) : data.length === 0 ? (
							<Empty
								icon={IconMailOff}
								title="No stray deliveries"
								text="Every delivery of M-Pesa was about a payment that we know."
							/>
						) : (
							<ul className={classes.strays} aria-label="Stray deliveries">
								{data.map((delivery) => (
									<Stray
										key={delivery.id}
										delivery={delivery}
										onLook={look}
										onSettle={(stray) => {
											settle(stray);
											setSettling(true);
										}}
									/>
								))}
							</ul>
						)}
						<Pager total={total} limit={STRAYS_LIMIT} busy={list.isPlaceholderData} />
					</>
				)}
			</Loaded>
			<SettleStray opened={settling} onClose={() => setSettling(false)} delivery={settled} />
			<Details
				opened={looked !== undefined && payment.data !== undefined}
				row={payment.data ?? null}
				onClose={() => look(undefined)}
			/>
		</Page>
	);
};
