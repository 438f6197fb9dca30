import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { formatMonth, toMonthNumber } from '#shared/east-africa-time.ts';
import { fetchCall } from '../../../platform/api/calls.ts';
import { ClosedMonth } from '../../../platform/ui/dialog/closed-month.tsx';
import { RadioField } from '../../../platform/ui/fields/choice-fields.tsx';
import { ReasonField } from '../../../platform/ui/fields/text-fields.tsx';
import { formatMoment } from '../../../platform/ui/format/dates.ts';
import { formatMoney } from '../../../platform/ui/format/money.ts';
import { OTHER, SameField, useTypedReturns } from './same-field.tsx';
import { formatPayer, getLineAmount, type Subject } from './subject.ts';

/** A payment that a line or message can be attached to, or a line that a payment can be attached to. */
interface Option {
	key: string;
	/** The line, if a payment is attached to one. */
	lineId?: string;
	transactionId: string;
	label: string;
	description: string;
	/** Whether the option is shown but disabled, because its amount does not fit. */
	isDisabled: boolean;
	/** When its money moved. */
	at: string | null;
	/** The recorded refund or reversal that is the same money. */
	same?: number | null | undefined;
}

const givesBack = ({ line }: Subject) =>
	line?.state === 'paid_out' || line?.state === 'reversal_open' || (line?.withdrawn ?? 0) > 0;

/** Returns whether money fits a payment: equal amounts, or a refund of at most the amount not yet refunded. */
const isFitting = (subject: Subject, { amount, adjusted, status }: Transaction) => {
	if (subject.message) return true;
	const moved = Math.abs(subject.amount ?? 0);
	if (!givesBack(subject)) return amount === moved;
	// Money that was recorded without a receipt can be the same.
	return status === 'completed' && Math.floor(moved) <= Math.max(amount - adjusted, adjusted);
};

const makePaymentOption = (subject: Subject, payment: Transaction): Option => ({
	key: payment.id,
	transactionId: payment.id,
	label: `${formatMoney(payment.amount)} · ${payment.mpesa_receipt_number ?? 'No receipt'}`,
	description: [
		payment.payer_name,
		payment.phone_number,
		payment.account_reference,
		formatMoment(payment.paid_at ?? payment.created_at),
		payment.status,
	]
		.filter(Boolean)
		.join(' · '),
	isDisabled: !isFitting(subject, payment),
	at: payment.paid_at ?? payment.created_at,
});

const makeLineOption = (payment: Subject, line: ReconciliationLine): Option => ({
	key: line.id,
	lineId: line.id,
	transactionId: payment.about.id,
	label: `${formatMoney(getLineAmount(line))} · ${line.receipt}`,
	description: [formatPayer(line), formatMoment(line.at)].filter(Boolean).join(' · '),
	isDisabled: getLineAmount(line) !== payment.amount,
	at: line.at,
});

/** Returns the suggestions of a line of the month, or of an entry of To check, as options. */
const listSuggested = ({ line, suggestions }: Subject): Option[] => [
	...(line?.suggestions ?? []).map((each) => ({
		key: `${each.line_id}${each.transaction_id}${each.same ?? ''}`,
		...(line?.of === 'books' && { lineId: each.line_id }),
		transactionId: each.transaction_id,
		same: each.same,
		at: each.at,
		isDisabled: false,
		label: `${formatMoney(each.amount)} · ${each.receipt ?? 'No receipt'}`,
		description: `${[each.payer, formatMoment(each.at)].filter(Boolean).join(' · ')}. ${each.reason}`,
	})),
	...suggestions.flatMap(({ transaction_id, text, amount, decision }) =>
		transaction_id === undefined
			? []
			: [
					{
						key: transaction_id,
						transactionId: transaction_id,
						same: decision,
						at: null,
						isDisabled: false,
						label: formatMoney(amount ?? 0),
						description: text,
					},
				],
	),
];

/** Searches options by receipt, phone, name or account; options that fit come first. */
const buildOptionsQuery = (subject: Subject, search: string) =>
	queryOptions({
		queryKey: ['reconciliation', 'find', subject.about.id, search],
		queryFn: async ({ signal }): Promise<Option[]> => {
			const found = { search, limit: '8' };
			const month = subject.at && formatMonth(toMonthNumber(Date.parse(subject.at)));
			const options =
				subject.line?.of === 'books'
					? (
							await fetchCall('GET /reconciliation/lines', {
								query: { ...found, ...(month && { month }), state: 'only_statement' },
								signal,
							})
						).data.map((each) => makeLineOption(subject, each))
					: (await fetchCall('GET /transactions', { query: found, signal })).data.map((each) =>
							makePaymentOption(subject, each),
						);
			return options.sort((a, b) => Number(a.isDisabled) - Number(b.isDisabled));
		},
	});

const useOptions = (subject: Subject) => {
	const [typed, setTyped] = useState('');
	const [search] = useDebouncedValue(typed.trim(), 300);
	const matches = useQuery({
		...buildOptionsQuery(subject, search),
		enabled: search !== '',
		placeholderData: keepPreviousData,
	});
	const options = search === '' ? listSuggested(subject) : (matches.data ?? []);
	return { typed, setTyped, options, search, matches };
};

/** Returns the text for an empty list of options. */
const describeEmpty = (
	other: string,
	search: string,
	matches: { isError: boolean; isFetching: boolean },
) => {
	if (matches.isError) return 'The search failed. Change its words to try again.';
	if (search === '') return `No similar ${other} found. Search by receipt, phone, name or account.`;
	return matches.isFetching ? 'Searching...' : `No ${other} found.`;
};

/** Renders the fields that attach money to a payment, or a payment to a line: a suggestion, or a search result. */
export const PickPayment = ({ subjects: [subject] }: { subjects: readonly Subject[] }) =>
	subject && <PickFor subject={subject} />;

const PickFor = ({ subject }: { subject: Subject }) => {
	const { typed, setTyped, options, search, matches } = useOptions(subject);
	const [chosen, setChosen] = useState<string>();
	const value = chosen ?? (search === '' ? options[0]?.key : undefined) ?? '';
	const option = options.find(({ key, isDisabled }) => key === value && !isDisabled);
	const returns = useTypedReturns(givesBack(subject) ? option?.transactionId : undefined);
	const [said, setSaid] = useState<string>();
	const same = said ?? (option?.same ? String(option.same) : undefined);
	const other = subject.line?.of === 'books' ? 'line' : 'payment';
	return (
		<>
			<TextInput
				type="search"
				label={`Find a ${other}`}
				value={typed}
				onChange={(event) => setTyped(event.currentTarget.value)}
				autoComplete="off"
				maxLength={200}
			/>
			<RadioField
				name="transaction_id"
				label={
					search === '' ? `Similar ${other}s` : `${other === 'line' ? 'Lines' : 'Payments'} found`
				}
				value={value}
				onChange={(key) => {
					setChosen(key);
					setSaid(undefined);
				}}
			>
				<Stack gap="sm" mt={6}>
					{options.map(({ key, label, description, isDisabled }) => (
						<Radio key={key} value={key} disabled={isDisabled} {...{ label, description }} />
					))}
					{options.length === 0 && (
						<Text size="sm" c="dimmed" role="status">
							{describeEmpty(other, search, matches)}
						</Text>
					)}
				</Stack>
			</RadioField>
			<input type="hidden" name="picked" value={option?.transactionId ?? ''} />
			<input type="hidden" name="line_id" value={option?.lineId ?? ''} />
			{returns.length > 0 && <SameField returns={returns} value={same} onChange={setSaid} />}
			<input type="hidden" name="is_other" value={String(same === OTHER)} />
			<ClosedMonth at={[subject.at, option?.at]} />
			<ReasonField optional />
		</>
	);
};
