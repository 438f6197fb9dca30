import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { requiredOr } from '#shared/contract/fields.ts';
import { lineAttachment, type ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { z } from '#shared/zod.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { RadioField } from '../../ui/fields/choice-fields.tsx';
import { ReasonField } from '../../ui/fields/reason-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { attachOptionsQuery, suggestedOption } from './attach-options.ts';
import { decide } from './queries.ts';
import { lineWords } from './words.ts';

const schema = z.object({
	choice: z.string(requiredOr('Choose one of them', 'Choose one of them')),
	reason: lineAttachment.shape.reason,
});
const FINAL_TEXT =
	'Matching completes this payment, or gives it the receipt of the line. This cannot be undone.';

const useOptions = (line: ReconciliationLine, month: string | undefined) => {
	const [typed, setTyped] = useState('');
	const [search] = useDebouncedValue(typed.trim(), 300);
	const matches = useQuery({
		...attachOptionsQuery(line, month, search),
		enabled: search !== '',
		placeholderData: keepPreviousData,
	});
	const options = search === '' ? line.suggestions.map(suggestedOption) : (matches.data ?? []);
	return { typed, setTyped, options, search, matches };
};

/** Returns the text for an empty list of options. */
const emptyText = (
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
	onDecided: (line: ReconciliationLine, lineId: string, final: boolean) => void;
}

const AttachForm = ({ line, month, onClose, onDecided }: AttachFormProps) => {
	const { typed, setTyped, options, search, matches } = useOptions(line, month);
	const [chosen, setChosen] = useState<string>();
	const value = chosen ?? (search === '' ? options[0]?.key : undefined) ?? '';
	const option = options.find(({ key, isDisabled }) => key === value && !isDisabled);
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
				const body = { transaction_id: option.transactionId, ...(reason && { reason }) };
				await decide('attach', option.lineId, body, attempt);
			}}
			onDone={() => {
				if (option) onDecided(line, option.lineId, option.final);
				onClose();
			}}
		>
			<Text size="sm" className="tabular" fw={600} style={{ overflowWrap: 'anywhere' }}>
				{lineWords(line)}
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
				onChange={setChosen}
			>
				<Stack gap="sm" mt={6}>
					{options.map(({ key, label, description, isDisabled }) => (
						<Radio key={key} value={key} disabled={isDisabled} {...{ label, description }} />
					))}
					{options.length === 0 && (
						<Text size="sm" c="dimmed" role="status">
							{emptyText(other, search, matches)}
						</Text>
					)}
				</Stack>
			</RadioField>
			{option?.final && (
				<Text size="sm" role="status">
					{FINAL_TEXT}
				</Text>
			)}
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
