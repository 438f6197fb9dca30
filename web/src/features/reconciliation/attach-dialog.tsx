import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { requiredOr } from '#shared/contract/fields.ts';
import { lineAttachment, type ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { z } from '#shared/zod.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { money } from '../../ui/money.ts';
import type { Opened } from '../../ui/on-demand.tsx';
import { PlainRadios } from '../../ui/plain-radios.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { foundQuery, suggestedOption } from './find-other.ts';
import { decide } from './queries.ts';
import { amountOf, payerOf } from './words.ts';

const schema = z.object({
	choice: z.string(requiredOr('Choose one of them', 'Choose one of them')),
	reason: lineAttachment.shape.reason,
});
const FOR_GOOD = 'This payment is completed by the line, or has its receipt of it, for good.';

const useOptions = (
	line: ReconciliationLine | null,
	month: string | undefined,
	opened: boolean,
) => {
	const [typed, type] = useState('');
	const [search] = useDebouncedValue(typed.trim(), 300);
	useEffect(() => {
		if (opened) type('');
	}, [opened]);
	const found = useQuery({
		...foundQuery(line, month, search),
		enabled: opened && search !== '',
		placeholderData: keepPreviousData,
	});
	const suggested = (line?.suggestions ?? []).map(suggestedOption);
	const options = search === '' ? suggested : (found.data ?? []);
	return { typed, type, options, search, found };
};

/** What is said where there are no options. */
const noneOf = (
	other: string,
	search: string,
	found: { isError: boolean; isFetching: boolean },
) => {
	if (found.isError) return 'The search failed. Change its words to try again.';
	if (search === '')
		return `No ${other} is like it. Find one by its receipt, phone, name or account.`;
	return found.isFetching ? 'Searching...' : `No ${other} found.`;
};

interface AttachDialogProps extends Opened {
	line: ReconciliationLine | null;
	month: string | undefined;
	onDecided: (line: ReconciliationLine, lineId: string, final: boolean) => void;
}

/** Says which payment a line is about, or which line a payment: one of those suggested, or found. */
export const AttachDialog = ({ opened, onClose, line, month, onDecided }: AttachDialogProps) => {
	const { typed, type, options, search, found } = useOptions(line, month, opened);
	const [chosen, choose] = useState<string | null>(null);
	useEffect(() => {
		if (opened) choose(null);
	}, [opened]);
	const value =
		chosen ?? (search === '' ? (options[0]?.lineId ?? '') + (options[0]?.transactionId ?? '') : '');
	const option = options.find((each) => each.lineId + each.transactionId === value && !each.unfit);
	const other = line?.of === 'books' ? 'line' : 'payment';
	return (
		<FormModal
			{...{ opened, onClose, schema }}
			title={line?.of === 'books' ? 'Attach to a line' : 'Attach to a payment'}
			submit="Attach"
			pending="Attaching..."
			fallback="This could not be attached"
			read={({ reason }) => ({
				choice: option ? value : undefined,
				...(reason?.trim() && { reason }),
			})}
			send={async ({ reason }, attempt) => {
				if (!option) return;
				const body = { transaction_id: option.transactionId, ...(reason && { reason }) };
				await decide('attach', option.lineId, body, attempt);
			}}
			onDone={() => {
				if (line && option) onDecided(line, option.lineId, option.final);
				onClose();
			}}
		>
			<Text size="sm" className="tabular" fw={600} style={{ overflowWrap: 'anywhere' }}>
				{line && [money(amountOf(line)), line.receipt, payerOf(line)].filter(Boolean).join(' · ')}
			</Text>
			<TextInput
				type="search"
				label={`Find a ${other}`}
				value={typed}
				onChange={(event) => type(event.currentTarget.value)}
				autoComplete="off"
				maxLength={200}
			/>
			<PlainRadios
				name="choice"
				label={search === '' ? 'Most alike' : 'Found'}
				value={value}
				onChange={choose}
			>
				<Stack gap="sm" mt={6}>
					{options.map((each) => (
						<Radio
							key={each.lineId + each.transactionId}
							value={each.lineId + each.transactionId}
							label={each.label}
							description={each.description}
							disabled={each.unfit}
						/>
					))}
					{options.length === 0 && (
						<Text size="sm" c="dimmed" role="status">
							{noneOf(other, search, found)}
						</Text>
					)}
				</Stack>
			</PlainRadios>
			{option?.final && (
				<Text size="sm" role="status">
					{FOR_GOOD}
				</Text>
			)}
			<ReasonField optional />
		</FormModal>
	);
};
