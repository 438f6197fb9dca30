import { Box, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
	TransactionWithEvidence,
	UnmatchedDelivery,
} from '#shared/contract/finance/evidence.ts';
import {
	type Candidate,
	deliverySettlement,
	isUnmatched,
	markSettlement,
	settlements,
} from '#shared/contract/finance/settlements.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { shownStatusWords } from '#shared/contract/finance/transactions-query.ts';
import { useMay } from '../../platform/api/account.ts';
import { ClosedMonth } from '../../platform/ui/dialog/closed-month.tsx';
import { ConfirmDialog } from '../../platform/ui/dialog/confirm-dialog.tsx';
import { forgetReason, unsentReasons } from '../../platform/ui/dialog/unsaved.ts';
import { ChoiceField } from '../../platform/ui/fields/choice-fields.tsx';
import { SearchableSelect } from '../../platform/ui/fields/searchable-select.tsx';
import { ReasonField, TextField } from '../../platform/ui/fields/text-fields.tsx';
import { type FormValues, useFieldError } from '../../platform/ui/fields/use-form.ts';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import { formatKsh, formatMoney } from '../../platform/ui/format/money.ts';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { notify } from '../../platform/ui/notifications/notifications.tsx';
import { TakeBack } from '../ui/take-back.tsx';
import { useDecisions } from './changes.ts';
import {
	compareAmounts,
	getRequestedTerms,
	readAmount,
	readDeliveryFields,
	readPaidAt,
	readReport,
} from './delivery-fields.ts';
import { formatDayAndTime, formatFull, formatPhone, parseNumber } from './formats.ts';
import { FoldedForm } from './note-forms.tsx';
import { buildTransactionsQuery } from './queries.ts';

/** A delivery of the list, or of a payment in its details. */
type DeliveryToSettle = Pick<UnmatchedDelivery, 'id' | 'body' | 'requested' | 'outcome'>;

const readSettlement = ({ transaction_id, months, anyway, ...typed }: FormValues) => ({
	...typed,
	...(anyway && { anyway: true }),
	transaction_id: transaction_id?.trim() || null,
	months: parseNumber(months),
});

const formatLabel = (payment: Transaction) =>
	[
		payment.mpesa_receipt_number,
		formatKsh(payment.amount),
		payment.payer_name ?? (payment.phone_number && formatPhone(payment.phone_number)),
		shownStatusWords[payment.status],
		formatDayAndTime(payment.created_at).day,
	]
		.filter(Boolean)
		.join(' · ');

/** Renders a field that finds a payment by receipt, phone or name, and sends its id. */
const PaymentField = () => {
	const [text, setText] = useState('');
	const [chosen, setChosen] = useState<{ value: string; label: string }>();
	const [search] = useDebouncedValue(text.trim(), 300);
	const { data, isFetching } = useQuery({
		...buildTransactionsQuery({ search }, 1),
		enabled: search.length > 2 && search !== chosen?.label,
	});
	const options = (data?.data ?? [])
		.map((payment) => ({ value: payment.id, label: formatLabel(payment) }))
		.filter(({ value }) => value !== chosen?.value);
	return (
		<SearchableSelect
			name="transaction_id"
			label="Payment"
			description="The payment that it is about, if we have it."
			placeholder="Receipt, phone or name"
			data={chosen ? [chosen, ...options] : options}
			filter={({ options }) => options}
			value={chosen?.value ?? null}
			onChange={(_, option) => setChosen(option ?? undefined)}
			searchValue={text}
			onSearchChange={setText}
			clearButtonProps={{ 'aria-label': 'Clear the payment' }}
			nothingFoundMessage={search.length > 2 && !isFetching ? 'No payments found' : undefined}
			error={useFieldError('transaction_id')}
		/>
	);
};

const SettleFields = ({ delivery }: { delivery: DeliveryToSettle }) => {
	const isElsewhere = delivery.outcome === 'other_short_code';
	const [as, setAs] = useState(isElsewhere ? 'not_ours' : '');
	const [asking, { open, close }] = useDisclosure(false);
	const amounts = compareAmounts(delivery);
	const amount = readAmount(delivery.body);
	return (
		<>
			{amounts && (
				<Text size="sm" fw={550}>
					{amounts}
				</Text>
			)}
			<Text size="sm" c="dimmed">
				A payment to us is counted. All other choices only move the message to Decided. You can take
				every choice back there.
			</Text>
			{amount !== null && amount % 1 !== 0 && (
				<Text size="sm">
					Payments are whole shillings: {formatMoney(amount)} is booked as{' '}
					{formatKsh(Math.floor(amount))}.
				</Text>
			)}
			<ChoiceField
				name="as"
				label="This is"
				options={settlements}
				placeholder="Choose what it is"
				value={as}
				onChange={({ currentTarget: { value } }) =>
					isElsewhere && value === 'payment' ? open() : setAs(value)
				}
				required
			/>
			<ConfirmDialog
				opened={asking}
				onClose={close}
				title="Paid to another paybill"
				submit="Count as a payment to us"
				action={async () => setAs('payment')}
				fallback="Could not choose this"
			>
				M-Pesa says that this money went to paybill {readDeliveryFields(delivery.body).shortCode},
				which is not ours. Count it only if the money reached our account.
			</ConfirmDialog>
			{amounts && as === 'payment' && (
				<TextField
					name="months"
					label="Months"
					description="How long this amount pays for. Leave empty for no subscription."
					inputMode="numeric"
				/>
			)}
			{isElsewhere && as === 'payment' && <input type="hidden" name="anyway" value="true" />}
			{as === 'payment' && <ClosedMonth at={[readPaidAt(delivery.body)]} />}
			<ReasonField draftKey={`delivery ${delivery.id}`} />
			<PaymentField />
		</>
	);
};

/** Returns the form that settles a delivery: the choice, the reason, the payment, and the months of another amount. */
const makeSettlementForm = (delivery: DeliveryToSettle) => ({
	schema: deliverySettlement,
	read: readSettlement as (typed: FormValues) => unknown,
	submit: 'Decide',
	pending: 'Deciding...',
	fallback: 'Could not save the decision',
	children: <SettleFields delivery={delivery} />,
});

/** Returns the form that attaches a delivery to the request that it answers. */
const makeAttachmentForm = (delivery: DeliveryToSettle, candidate: Candidate) => ({
	...makeSettlementForm(delivery),
	read: (typed: FormValues) => ({ ...typed, as: 'payment', transaction_id: candidate.id }),
	submit: 'Attach',
	pending: 'Attaching...',
	children: (
		<>
			<Text size="sm">{candidate.reason}</Text>
			<Text size="sm" c="dimmed">
				The request is then completed or failed, as the report says. A completed payment stays
				completed.
			</Text>
			<ClosedMonth at={[readPaidAt(delivery.body) ?? candidate.created_at]} />
			<ReasonField draftKey={`delivery ${delivery.id}`} />
		</>
	),
});

/** A decision about a delivery that is about to be made. */
export interface Settling {
	delivery: DeliveryToSettle;
	/** Our request that the delivery answers. */
	candidate?: Candidate;
}

interface SettleDeliveryDialogProps extends Opened {
	settling: Settling;
}

/** Settles an unmatched delivery with a reason, or attaches it to a request. */
export const SettleDeliveryDialog = ({ settling, ...dialog }: SettleDeliveryDialogProps) => {
	const { delivery, candidate } = settling;
	const about = `delivery ${delivery.id}`;
	const send = useDecisions().onDelivery(delivery.id);
	return (
		<FormDialog
			{...dialog}
			{...(candidate ? makeAttachmentForm(delivery, candidate) : makeSettlementForm(delivery))}
			title={candidate ? 'Attach to the request' : 'Decide'}
			send={send}
			onDone={() => {
				forgetReason(about);
				dialog.onClose();
				notify({
					good: true,
					about,
					title: candidate ? 'Message attached' : 'Decided',
					message: 'The decision is listed under Decided.',
				});
			}}
		/>
	);
};

type Delivery = TransactionWithEvidence['evidence'][number];

const getLastOutcome = ({ outcomes }: Delivery) => outcomes.at(-1)?.outcome ?? '';

/** Returns the props of a folded form whose reason is kept while it is not sent. */
const makeDraftProps = (about: string) => ({
	startsOpen: unsentReasons.has(about),
	onFold: () => forgetReason(about),
});

const small = { size: 'xs', mt: 'sm' } as const;

/** Renders the deliveries of a payment that need or have a decision, and the form that settles its marks. */
export const SettleMarks = ({ transaction }: { transaction: TransactionWithEvidence }) => {
	const mayAct = useMay('payments:act');
	const { onPayment, onDelivery } = useDecisions();
	const { id, evidence, marks, paid_at, created_at } = transaction;
	const requested = getRequestedTerms(transaction);
	const undecided = evidence.filter((delivery) => isUnmatched(getLastOutcome(delivery)));
	return (
		<>
			{undecided.map((delivery) => (
				<Box key={delivery.id} mt="xs">
					<Text size="sm">{readReport(delivery, transaction)}</Text>
					{mayAct && (
						<FoldedForm
							button={small}
							{...makeDraftProps(`delivery ${delivery.id}`)}
							{...makeSettlementForm({ ...delivery, outcome: getLastOutcome(delivery), requested })}
							send={onDelivery(delivery.id)}
						/>
					)}
				</Box>
			))}
			{evidence.map(
				({ settlement, ...delivery }) =>
					settlement && (
						<Box key={delivery.id} mt="xs">
							<Text size="sm">
								{settlement.as !== 'payment' && readReport(delivery, transaction)}{' '}
								<b>{settlements[settlement.as]}</b>, says {settlement.by} on{' '}
								{formatFull(settlement.at)}: {settlement.reason}
							</Text>
							{mayAct && (
								<TakeBack
									id={settlement.id}
									name={settlements[settlement.as]}
									at={settlement.as === 'payment' ? (paid_at ?? created_at) : null}
									variant="subtle"
									size="compact-xs"
								/>
							)}
						</Box>
					),
			)}
			{mayAct &&
				undecided.length === 0 &&
				(marks.length > 0 || transaction.paid_twice !== null) && (
					<FoldedForm
						button={small}
						{...makeDraftProps(id)}
						schema={markSettlement}
						send={onPayment(id, 'settle')}
						submit="Decide"
						pending="Deciding..."
						fallback="Could not save the decision"
					>
						<ReasonField
							draftKey={id}
							description="Why this payment needs no more attention. Kept in the history."
						/>
					</FoldedForm>
				)}
		</>
	);
};
