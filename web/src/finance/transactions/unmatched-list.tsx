import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnmatchedDelivery } from '#shared/contract/finance/evidence.ts';
import { settlements, unmatchedStates } from '#shared/contract/finance/settlements.ts';
import { marks } from '#shared/contract/finance/transactions-query.ts';
import { useMay } from '../../platform/api/account.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { Facts } from '../../platform/ui/facts.tsx';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { hideRepeatedError } from '../../platform/ui/loading/loaded.tsx';
import { useLast } from '../../platform/ui/loading/on-demand.tsx';
import { LinkButton } from '../../platform/ui/page/links.tsx';
import { FilterField, Filters, SearchField } from '../../platform/ui/table/filter-bar.tsx';
import { PagedList, parsePage } from '../../platform/ui/table/pager.tsx';
import { TakeBack } from '../ui/take-back.tsx';
import { CountUntrusted } from './count-untrusted.tsx';
import { compareAmounts, readDeliveryFields, readPaidAt } from './delivery-fields.ts';
import { ExpectedReceipts } from './expected-receipts.tsx';
import { formatFull, formatPhone } from './formats.ts';
import { MessageBody } from './history.tsx';
import { buildUnmatchedQuery, expectedReceiptsQuery, PAGE_LIMIT } from './queries.ts';
import { SettleDeliveryDialog, type Settling } from './settle-delivery.tsx';

/** Returns the labelled fields of a delivery; an unreadable amount stays as it came. */
const listFacts = ({
	receipt,
	amount,
	phone,
	...fields
}: ReturnType<typeof readDeliveryFields>) => ({
	'M-Pesa Receipt Number': receipt,
	Amount: amount && /^\d{1,12}(\.\d+)?$/.test(amount) ? formatMoney(Number(amount)) : amount,
	'Phone Number': phone && formatPhone(phone),
	Payer: fields.payer,
	'Account reference': fields.reference,
	'Checkout Request ID': fields.request,
	'Short code': fields.shortCode,
});

const describeReason = (delivery: UnmatchedDelivery) => {
	const reason =
		marks[delivery.outcome as keyof typeof marks] ?? 'It could not be matched to a payment.';
	return delivery.outcome === 'amount_mismatch' ? (compareAmounts(delivery) ?? reason) : reason;
};

interface DeliveryProps {
	delivery: UnmatchedDelivery;
	onSettle: (settling: Settling) => void;
}

/** Renders the unanswered requests that a delivery may be about. */
const Candidates = ({ delivery, onSettle }: DeliveryProps) =>
	delivery.candidates.map((candidate) => (
		<Group key={candidate.id} gap="xs" mt="sm" justify="space-between">
			<Text size="sm" flex="1 1 16rem">
				Possible answer to a request: {candidate.reason}{' '}
				{candidate.phone_number && `Phone ${formatPhone(candidate.phone_number)}`}
				{candidate.account_reference && ` for ${candidate.account_reference}`}
			</Text>
			<Button size="xs" onClick={() => onSettle({ delivery, candidate })}>
				Attach
			</Button>
		</Group>
	));

/** Renders a delivery that changed no payment: the reason, its fields, and its decision. */
const DeliveryCard = ({ delivery, onSettle }: DeliveryProps) => {
	const mayAct = useMay('payments:act');
	const { payment_id: paymentId, settlement } = delivery;
	const fields = readDeliveryFields(delivery.body);
	return (
		<Box component="li" className="boxed" p="16px 20px">
			<Group justify="space-between" align="start" gap="sm" wrap="nowrap" mb={6}>
				<Text fw={600}>{describeReason(delivery)}</Text>
				<Group gap="xs" justify="flex-end">
					{mayAct && !settlement && (
						<Button variant="default" size="xs" onClick={() => onSettle({ delivery })}>
							Decide
						</Button>
					)}
					{mayAct && settlement && (
						<TakeBack
							id={settlement.id}
							name={settlements[settlement.as]}
							at={settlement.as === 'payment' ? readPaidAt(delivery.body) : null}
						/>
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
			</Group>
			<Text size="sm" c="dimmed">
				<time dateTime={delivery.at}>{formatFull(delivery.at)}</time>
				{delivery.peer && `, from ${delivery.peer}`}
			</Text>
			{fields.result && <Text size="sm">M-Pesa says: {fields.result}</Text>}
			{settlement && (
				<Text size="sm" mt={4}>
					<b>{settlements[settlement.as]}</b>, says {settlement.by} on {formatFull(settlement.at)}:{' '}
					{settlement.reason}
				</Text>
			)}
			<Facts cols={{ base: 2, sm: 3 }} of={listFacts(fields)} />
			{mayAct && <Candidates delivery={delivery} onSettle={onSettle} />}
			<Box mt="sm">
				<MessageBody message={delivery} />
			</Box>
		</Box>
	);
};

const states = {
	settled: 'Decided',
	...Object.fromEntries(
		Object.entries(settlements).map(([value, label]) => [value, `Decided: ${label}`]),
	),
};

const LABEL = 'M-Pesa messages without a payment';

/** Renders the search and the filter of the deliveries. */
export const UnmatchedFilters = () => (
	<>
		<SearchField label="Search by receipt, phone or request ID" />
		<Filters names={['state']}>
			<FilterField name="state" label="Decision" all="Open" options={states} />
		</Filters>
	</>
);

/** Lists the deliveries that changed no payment, such as wrong amounts and unknown requests, and expected receipts. */
export const UnmatchedList = () => {
	const [{ page, search, ...filters }] = useListState();
	const state = unmatchedStates.find((each) => each === filters.state) ?? 'open';
	const list = useQuery(buildUnmatchedQuery(state, search, parsePage(page)));
	const [settling, setSettling] = useState<Settling>();
	const mayAct = useMay('payments:act');
	const shown = useLast(settling);
	const expected = useInfiniteQuery(expectedReceiptsQuery);
	const isFiltered = state !== 'open' || search !== undefined;
	// Its rows are above the list, which would move down.
	const isWaiting = expected.isPending && expected.failureCount === 0;
	return (
		<>
			{!isFiltered && <ExpectedReceipts list={hideRepeatedError(expected, list.isError)} />}
			<PagedList
				query={isWaiting ? { ...list, data: undefined } : list}
				limit={PAGE_LIMIT}
				loading="Loading messages..."
				fallback="Failed to fetch messages"
				empty={
					<Empty
						icon={IconCircleCheck}
						{...(isFiltered
							? { title: 'No messages found' }
							: {
									title: 'No open messages',
									text: 'Every message from M-Pesa is matched to a payment or decided.',
								})}
					/>
				}
			>
				{({ data }) => (
					<>
						{mayAct && <CountUntrusted deliveries={data} />}
						<Stack component="ul" gap={10} aria-label={LABEL}>
							{data.map((delivery) => (
								<DeliveryCard key={delivery.id} delivery={delivery} onSettle={setSettling} />
							))}
						</Stack>
					</>
				)}
			</PagedList>
			{shown && (
				<SettleDeliveryDialog
					opened={settling !== undefined}
					onClose={() => setSettling(undefined)}
					settling={shown}
				/>
			)}
		</>
	);
};
