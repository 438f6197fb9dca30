import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Decision } from '#shared/contract/finance/decisions.ts';
import {
	lineAttachment,
	type ReconciliationLine,
	type ReconciliationSuggestion,
} from '#shared/contract/finance/reconciliation.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { makeRequiredErrors } from '#shared/contract/platform/fields.ts';
import { z } from '#shared/zod.ts';
import { fetchData } from '../../platform/api/client.ts';
import type { PageOf } from '../../platform/api/query-keys.ts';
import { ClosedMonth } from '../../platform/ui/dialog/closed-month.tsx';
import { Modal } from '../../platform/ui/dialog/modal.tsx';
import { RadioField } from '../../platform/ui/fields/choice-fields.tsx';
import { ReasonField } from '../../platform/ui/fields/text-fields.tsx';
import { Form } from '../../platform/ui/form/form.tsx';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { listTypedReturns, OTHER, SameField } from '../ui/same-money.tsx';
import { formatLine, formatPayer, getLineAmount } from './acts.ts';
import { decide, KEY } from './queries.ts';

const schema = z.object({
	choice: z.string(makeRequiredErrors('Choose one of them', 'Choose one of them')),
	reason: lineAttachment.shape.reason,
});

/** A payment that a line can be attached to, or a line that a payment can be attached to. */
interface Option {
	key: string;
	lineId: string;
	transactionId: string;
	label: string;
	description: string;
	/** Whether the option is shown but disabled, because its amount does not fit. */
	isDisabled: boolean;
	/** When its money moved. */
	at: string;
	/** The recorded refund or reversal that is the same money. */
	same?: number | null;
}

/** Returns whether a line fits a payment: equal amounts, or a refund of at most the amount not yet refunded. */
const isFitting = (line: ReconciliationLine, { amount, adjusted, status }: Transaction) => {
	const moved = Math.abs(getLineAmount(line));
	if (line.state !== 'paid_out' && line.state !== 'reversal_open') return amount === moved;
	// Money that was recorded without a receipt can be the same.
	return status === 'completed' && Math.floor(moved) <= Math.max(amount - adjusted, adjusted);
};

const makePaymentOption = (line: ReconciliationLine, payment: Transaction): Option => ({
	key: payment.id,
	lineId: line.id,
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
	isDisabled: !isFitting(line, payment),
	at: payment.paid_at ?? payment.created_at,
});

const makeLineOption = (payment: ReconciliationLine, line: ReconciliationLine): Option => ({
	key: line.id,
	lineId: line.id,
	transactionId: payment.id,
	label: `${formatMoney(getLineAmount(line))} · ${line.receipt}`,
	description: [formatPayer(line), formatMoment(line.at)].filter(Boolean).join(' · '),
	isDisabled: getLineAmount(line) !== getLineAmount(payment),
	at: line.at,
});

/** Returns a suggestion as an option. */
const makeSuggestedOption = (suggestion: ReconciliationSuggestion): Option => ({
	key: `${suggestion.line_id}${suggestion.transaction_id}${suggestion.same ?? ''}`,
	same: suggestion.same,
	lineId: suggestion.line_id,
	at: suggestion.at,
	transactionId: suggestion.transaction_id,
	isDisabled: false,
	label: `${formatMoney(suggestion.amount)} · ${suggestion.receipt ?? 'No receipt'}`,
	description: `${[suggestion.payer, formatMoment(suggestion.at)].filter(Boolean).join(' · ')}. ${suggestion.reason}`,
});

/** Searches options by receipt, phone, name or account; options that fit come first. */
const attachOptionsQuery = (
	line: ReconciliationLine,
	month: string | undefined,
	search: string,
) => {
	const params = { search, limit: '8' };
	return queryOptions({
		queryKey: [KEY, 'find', line.id, search],
		queryFn: async (context): Promise<Option[]> => {
			const fetchPage = <Row,>(path: string, query: object) =>
				fetchData<PageOf<Row>>(path, { ...query, ...params })(context);
			const lines = { month, state: 'only_statement' };
			const options =
				line.of === 'statement'
					? (await fetchPage<Transaction>('/transactions', {})).data.map((each) =>
							makePaymentOption(line, each),
						)
					: (await fetchPage<ReconciliationLine>('/reconciliation/lines', lines)).data.map((each) =>
							makeLineOption(line, each),
						);
			return options.sort((a, b) => Number(a.isDisabled) - Number(b.isDisabled));
		},
	});
};

const useOptions = (line: ReconciliationLine, month: string | undefined) => {
	const [typed, setTyped] = useState('');
	const [search] = useDebouncedValue(typed.trim(), 300);
	const matches = useQuery({
		...attachOptionsQuery(line, month, search),
		enabled: search !== '',
		placeholderData: keepPreviousData,
	});
	const options = search === '' ? line.suggestions.map(makeSuggestedOption) : (matches.data ?? []);
	return { typed, setTyped, options, search, matches };
};

/** Returns the refunds and reversals of a payment that were recorded without a receipt. */
const useTypedReturns = (id: string | undefined) => {
	const { data = [] } = useQuery({
		queryKey: [KEY, 'returns', id],
		queryFn: fetchData<Decision[]>(`/transactions/${id}/decisions`),
		enabled: id !== undefined,
	});
	return id === undefined ? [] : listTypedReturns(data);
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

interface AttachFormProps {
	line: ReconciliationLine;
	month: string | undefined;
	onClose: () => void;
	/** `at` is the time of the payment or line that was chosen. */
	onDecided: (line: ReconciliationLine, lineId: string, at: string | null | undefined) => void;
}

const AttachForm = ({ line, month, onClose, onDecided }: AttachFormProps) => {
	const { typed, setTyped, options, search, matches } = useOptions(line, month);
	const [chosen, setChosen] = useState<string>();
	const value = chosen ?? (search === '' ? options[0]?.key : undefined) ?? '';
	const option = options.find(({ key, isDisabled }) => key === value && !isDisabled);
	const isOut = line.state === 'paid_out' || line.state === 'reversal_open';
	const returns = useTypedReturns(isOut ? option?.transactionId : undefined);
	const [said, setSaid] = useState<string>();
	const same = said ?? (option?.same ? String(option.same) : undefined);
	const other = line.of === 'books' ? 'line' : 'payment';
	const isRefund = line.state === 'paid_out';
	return (
		<Form
			schema={schema}
			onClose={onClose}
			submit={isRefund ? 'Record refund' : 'Attach'}
			pending={isRefund ? 'Recording...' : 'Attaching...'}
			fallback="Could not match the line"
			read={({ reason }) => ({
				choice: option?.key,
				...(reason?.trim() && { reason }),
			})}
			send={async ({ reason }, attempt) => {
				if (!option) return;
				const isAsked = returns.length > 0 && same !== undefined;
				const body = {
					transaction_id: option.transactionId,
					...(isAsked && { same: same === OTHER ? null : Number(same) }),
					...(reason && { reason }),
				};
				await decide('attach', option.lineId, body, attempt);
			}}
			onDone={() => {
				if (option) onDecided(line, option.lineId, option.at);
				onClose();
			}}
		>
			<Text size="sm" className="tabular" fw={600} style={{ overflowWrap: 'anywhere' }}>
				{formatLine(line)}
			</Text>
			{isRefund && (
				<Text size="sm" c="dimmed">
					Choose the payment that this money was refunded for. The payment stays completed.
				</Text>
			)}
			<TextInput
				type="search"
				label={`Find a ${other}`}
				value={typed}
				onChange={(event) => setTyped(event.currentTarget.value)}
				autoComplete="off"
				maxLength={200}
			/>
			<RadioField
				name="choice"
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
			{returns.length > 0 && <SameField returns={returns} value={same} onChange={setSaid} />}
			<ClosedMonth at={[line.at, option?.at]} />
			<ReasonField optional />
		</Form>
	);
};

interface AttachDialogProps extends Opened, Omit<AttachFormProps, 'line'> {
	line: ReconciliationLine | undefined;
}

/** Attaches a line to a payment, or a payment to a line: a suggestion, or a search result. */
export const AttachDialog = ({ opened, line, ...form }: AttachDialogProps) => (
	<Modal
		opened={opened}
		onClose={form.onClose}
		title={
			line?.state === 'paid_out'
				? 'Record refund'
				: line?.of === 'books'
					? 'Attach to a line'
					: 'Attach to a payment'
		}
	>
		{line && <AttachForm key={line.id} line={line} {...form} />}
	</Modal>
);
