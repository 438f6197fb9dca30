import { SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PRESENT } from '#shared/contract/finance/adjustments.ts';
import type { AssignmentSuggestion } from '#shared/contract/finance/payers.ts';
import { queryCall } from '../../../platform/api/calls.ts';
import { ReasonField, TextField } from '../../../platform/ui/fields/text-fields.tsx';
import type { Subject } from './subject.ts';

const buildSuggestionsQuery = (id: string) =>
	queryOptions({
		queryKey: ['transactions', 'suggestions', id],
		queryFn: queryCall('GET /transactions/:id/suggestions', { params: { id } }),
	});

interface SuggestionsProps {
	id: string;
	chosen: AssignmentSuggestion | undefined;
	onChoose: (suggestion: AssignmentSuggestion) => void;
}

/** Renders the accounts that a payment may be meant for, each with its reasons. */
const Suggestions = ({ id, chosen, onChoose }: SuggestionsProps) => {
	const { data, isError } = useQuery(buildSuggestionsQuery(id));
	if (isError) return null;
	const label = data?.length === 0 ? 'No similar account.' : 'Suggested accounts';
	return (
		// The minimum height is that of one suggestion, so that nothing below moves when it loads.
		<Stack component="section" aria-label="Suggestions" aria-busy={!data} gap="xs" mih={112}>
			<Text size="sm" fw={550}>
				{data ? label : 'Loading suggestions...'}
			</Text>
			{data?.map((each) => (
				<UnstyledButton
					key={each.id}
					className="boxed"
					p="8px 12px"
					fz="sm"
					aria-pressed={chosen === each}
					bd={chosen === each ? '1px solid brand' : undefined}
					style={{ overflowWrap: 'anywhere' }}
					onClick={() => onChoose(each)}
				>
					<b>{each.account_reference}</b>
					{each.reasons.map((reason) => (
						<Text key={reason} span inherit display="block">
							{reason}
						</Text>
					))}
				</UnstyledButton>
			))}
		</Stack>
	);
};

/** Renders the fields of an assignment: the account, which a suggestion fills, the months and the reason. */
export const PickAccount = ({ subjects }: { subjects: readonly Subject[] }) => {
	const [chosen, setChosen] = useState<AssignmentSuggestion>();
	const [only, ...more] = subjects;
	const payment = more.length === 0 ? only?.payment : undefined;
	// The text may be masked, so an unchanged account is sent by its id.
	const shown = chosen ?? { id: PRESENT, account_reference: payment?.assigned_reference ?? '' };
	const parts = chosen?.ids;
	return (
		<>
			<SimpleGrid cols={2} spacing="md" key={chosen?.id}>
				<TextField
					name="account_reference"
					label="Account reference"
					description={payment ? undefined : 'Leave empty to keep what each payer typed.'}
					inputWrapperOrder={['label', 'input', 'description', 'error']}
					defaultValue={shown.account_reference}
					readOnly={!!parts}
					required={payment !== undefined}
				/>
				<TextField
					name="months"
					label="Months"
					description="From the day of the payment"
					inputWrapperOrder={['label', 'input', 'description', 'error']}
					defaultValue={chosen?.months ?? payment?.months ?? ''}
					readOnly={!!parts}
					inputMode="numeric"
				/>
			</SimpleGrid>
			<input type="hidden" name="shown" value={shown.account_reference} />
			<input type="hidden" name="reference_id" value={shown.id} />
			<input type="hidden" name="ids" value={parts?.join() ?? ''} />
			<ReasonField key={`reason of ${chosen?.id}`} proposal={chosen?.reasons[0]} />
			{payment && <Suggestions id={payment.id} chosen={chosen} onChoose={setChosen} />}
		</>
	);
};
