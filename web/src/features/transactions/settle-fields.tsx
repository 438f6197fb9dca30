import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnmatchedDelivery } from '#shared/contract/evidence.ts';
import { reportedWords } from '#shared/contract/settlements.ts';
import { settlements } from '#shared/contract/strays.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { statusWords } from '#shared/contract/transactions-query.ts';
import { numberOf } from '#shared/grouped.ts';
import { ksh, money } from '../../ui/money.ts';
import { PlainChoice, PlainText, useMessage } from '../../ui/plain-form/plain-fields.tsx';
import type { Typed } from '../../ui/plain-form/plain-form.tsx';
import { ReasonField } from '../../ui/plain-form/reason-field.tsx';
import { readDeliveryFields } from './delivery-fields.ts';
import { numberIn, shownPhone, when } from './formats.ts';
import { transactionsQuery } from './queries.ts';

/** A delivery of the list, or of a payment in its details. */
export type DeliveryToSettle = Pick<UnmatchedDelivery, 'id' | 'body' | 'asked' | 'outcome'>;

const options = [
	{ value: '', label: 'Choose what it is' },
	...Object.entries(settlements).map(([value, label]) => ({ value, label })),
];

/** Reads what was typed as the call has it. */
export const readSettlement = ({ transaction_id, months, ...typed }: Typed) => ({
	...typed,
	transaction_id: transaction_id?.trim() || null,
	months: numberIn(months),
});

/** Returns the amount that M-Pesa reported, in shillings with cents; null where none can be read. */
const amountOf = (body: string) => {
	const { amount } = readDeliveryFields(body);
	return amount && /^\d{1,9}(\.\d+)?$/.test(amount) ? Number(amount) : null;
};

/** Returns what we asked for; null of a payment that we did not ask for. */
export const askedOf = ({
	checkout_request_id,
	amount,
	months,
}: Pick<Transaction, 'checkout_request_id' | 'amount' | 'months'>) =>
	checkout_request_id === null ? null : { amount, months };

/** Returns what M-Pesa reported by a delivery of a payment, with its receipt; empty where nothing can be read. */
export const reportOf = (
	{ body }: Pick<DeliveryToSettle, 'body'>,
	transaction: Parameters<typeof askedOf>[0],
) => {
	const { receipt } = readDeliveryFields(body);
	const amount = amountOf(body);
	const amounts =
		amountsOf({ body, asked: askedOf(transaction) }) ??
		(amount === null ? '' : `M-Pesa reported ${money(amount)}.`);
	return [amounts, receipt && `Receipt ${receipt}.`].filter(Boolean).join(' ');
};

/** Says what M-Pesa reported next to what we asked for; undefined where the delivery is about no request. */
export const amountsOf = ({ body, asked }: Pick<DeliveryToSettle, 'body' | 'asked'>) => {
	const amount = amountOf(body);
	return asked && amount !== asked.amount
		? `${reportedWords(amount && Math.floor(amount), asked.amount)}${asked.months ? ` for ${numberOf(asked.months, 'month')}` : ''}.`
		: undefined;
};

const labelOf = ({
	mpesa_receipt_number: receipt,
	amount,
	payer_name,
	phone_number,
	status,
	created_at,
}: Transaction) =>
	[
		receipt,
		ksh(amount),
		payer_name ?? (phone_number && shownPhone(phone_number)),
		statusWords[status],
		when(created_at).day,
	]
		.filter(Boolean)
		.join(' · ');

/** Renders a field that finds a payment by receipt, phone or name, and sends its id. */
const PaymentField = () => {
	const [text, setText] = useState('');
	const [chosen, choose] = useState<{ value: string; label: string }>();
	const [search] = useDebouncedValue(text.trim(), 300);
	const { data, isFetching } = useQuery({
		...transactionsQuery({ search }, 1),
		enabled: search.length > 2 && search !== chosen?.label,
	});
	const found = (data?.data ?? [])
		.map((payment) => ({ value: payment.id, label: labelOf(payment) }))
		.filter(({ value }) => value !== chosen?.value);
	return (
		<Select
			name="transaction_id"
			label="Payment"
			description="The payment that it is about, if we have it."
			placeholder="Receipt, phone or name"
			data={chosen ? [chosen, ...found] : found}
			filter={({ options }) => options}
			value={chosen?.value ?? null}
			onChange={(_, option) => choose(option ?? undefined)}
			searchValue={text}
			onSearchChange={setText}
			searchable
			clearable
			clearButtonProps={{ 'aria-label': 'Clear the payment' }}
			nothingFoundMessage={search.length > 2 && !isFetching ? 'No payments found' : undefined}
			error={useMessage('transaction_id')}
		/>
	);
};

/** Renders the choices for a delivery, the reason, and the months of a payment of another amount. */
export const SettleFields = ({ delivery }: { delivery: DeliveryToSettle }) => {
	const [as, choose] = useState(delivery.outcome === 'other_short_code' ? 'not_ours' : '');
	const amounts = amountsOf(delivery);
	const amount = amountOf(delivery.body);
	return (
		<>
			{amounts && (
				<Text size="sm" fw={550}>
					{amounts}
				</Text>
			)}
			<Text size="sm" c="dimmed">
				A payment to us is counted. All other choices only move the delivery to Settled, where you
				can take them back.
			</Text>
			{amount !== null && amount % 1 !== 0 && (
				<Text size="sm">
					Payments are whole shillings: {money(amount)} is booked as {ksh(Math.floor(amount))}.
				</Text>
			)}
			<PlainChoice
				name="as"
				label="It is"
				data={options}
				value={as}
				onChange={({ currentTarget: { value } }) => choose(value)}
				required
			/>
			{amounts && as === 'payment' && (
				<PlainText
					name="months"
					label="Months"
					description="How long this amount pays for. Leave empty for no subscription."
					inputMode="numeric"
				/>
			)}
			<ReasonField about={`delivery ${delivery.id}`} />
			<PaymentField />
		</>
	);
};
