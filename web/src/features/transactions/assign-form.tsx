import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assignmentInput, PRESENT } from '#shared/contract/adjustments.ts';
import type { AssignmentSuggestion } from '#shared/contract/payers.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { PlainText } from '../../ui/plain-form/plain-fields.tsx';
import type { Typed } from '../../ui/plain-form/plain-form.tsx';
import { PlainFormBody } from '../../ui/plain-form/plain-form-dialog.tsx';
import { useNote } from './acts.ts';
import { numberIn } from './formats.ts';
import looks from './notes.module.css';
import { suggestionsQuery } from './queries.ts';
import classes from './transactions.module.css';

/** What the form shows first: by its id, since the text may be masked. */
interface Shown {
	id: string;
	account_reference: string;
}

const read =
	(shown: Shown) =>
	({ months, account_reference, ...typed }: Typed) => ({
		...typed,
		...(shown.account_reference !== '' && account_reference === shown.account_reference
			? { reference_id: shown.id }
			: { account_reference }),
		months: numberIn(months),
	});

interface SuggestionsProps {
	id: string;
	chosen: AssignmentSuggestion | undefined;
	onChoose: (suggestion: AssignmentSuggestion) => void;
}

/** The accounts that it may be meant for, each with why; they come below the fields, which must not move. */
const Suggestions = ({ id, chosen, onChoose }: SuggestionsProps) => {
	const { data, isError } = useQuery(suggestionsQuery(id));
	if (isError) return null;
	return (
		<section aria-label="Suggestions" className={looks.suggestions} aria-busy={!data}>
			<Text size="sm" fw={550}>
				{!data
					? 'Loading suggestions...'
					: data.length === 0
						? 'No similar account.'
						: 'Suggested accounts'}
			</Text>
			{data?.map((each) => (
				<button
					key={each.id}
					type="button"
					aria-pressed={chosen === each}
					className={looks.suggestion}
					onClick={() => onChoose(each)}
				>
					<b>{each.account_reference}</b>
					{each.reasons.map((reason) => (
						<span key={reason}>{reason}</span>
					))}
				</button>
			))}
		</section>
	);
};

interface AssignFormProps {
	transaction: Transaction;
	onClose: () => void;
}

/** Says whose a payment is and for how long it counts, by what is suggested or typed. */
export const AssignForm = ({ transaction: t, onClose }: AssignFormProps) => {
	const [chosen, choose] = useState<AssignmentSuggestion>();
	const months = chosen?.months ?? t.months ?? '';
	const shown = chosen ?? { id: PRESENT, account_reference: t.assigned_reference ?? '' };
	return (
		<>
			<PlainFormBody
				schema={assignmentInput}
				read={read(shown)}
				send={useNote(t.id, 'assignments')}
				onClose={onClose}
				submit="Assign"
				pending="Assigning..."
				fallback="Could not assign the payment"
			>
				<Text size="sm" c="dimmed">
					{t.account_reference
						? `The payer typed “${t.account_reference}”, which is kept.`
						: 'The payer typed no account.'}
				</Text>
				<div className={classes.pair} key={chosen?.id}>
					<PlainText
						name="account_reference"
						label="Account reference"
						defaultValue={shown.account_reference}
						required
					/>
					<PlainText
						name="months"
						label="Months"
						description={t.paid_at ? 'From the day of the payment' : undefined}
						inputWrapperOrder={['label', 'input', 'description', 'error']}
						defaultValue={months}
						inputMode="numeric"
					/>
				</div>
				<PlainText
					key={`reason of ${chosen?.id}`}
					name="reason"
					label="Reason"
					description="Kept in the audit trail."
					defaultValue={chosen?.reasons[0] ?? ''}
					required
				/>
			</PlainFormBody>
			<Suggestions id={t.id} chosen={chosen} onChoose={choose} />
		</>
	);
};
