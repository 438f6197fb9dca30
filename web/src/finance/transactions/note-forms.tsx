import {
	Box,
	Button,
	type ButtonProps,
	SimpleGrid,
	Stack,
	Text,
	UnstyledButton,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { now } from '#shared/clock.ts';
import { assignmentsInput } from '#shared/contract/finance/accounts.ts';
import {
	adjustmentInput,
	adjustmentKinds,
	assignmentInput,
	noteInput,
	PRESENT,
} from '#shared/contract/finance/adjustments.ts';
import type { AssignmentSuggestion } from '#shared/contract/finance/payers.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { formatDay, toDayNumber } from '#shared/east-africa-time.ts';
import type { z } from '#shared/zod.ts';
import type { Attempt } from '../../platform/api/attempt.ts';
import { ClosedMonth } from '../../platform/ui/dialog/closed-month.tsx';
import { Modal } from '../../platform/ui/dialog/modal.tsx';
import { ChoiceField } from '../../platform/ui/fields/choice-fields.tsx';
import { DayField } from '../../platform/ui/fields/day-field.tsx';
import { ReasonField, TextField } from '../../platform/ui/fields/text-fields.tsx';
import type { FormValues } from '../../platform/ui/fields/use-form.ts';
import { Form } from '../../platform/ui/form/form.tsx';
import { parseDayText } from '../../platform/ui/format/day-text.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { useAssignMany, useDecisionOn } from './changes.ts';
import { parseNumber } from './formats.ts';
import { buildSuggestionsQuery, buildTransactionQuery } from './queries.ts';

/** Focuses a button that replaces a cancelled form, which had the focus. */
export const focusButton = (button: HTMLElement | null) => button?.focus();

type FoldedFormProps<S extends z.ZodMiniType, T> = Omit<
	ComponentProps<typeof Form<S, T>>,
	'onClose'
> & {
	button: ButtonProps;
	startsOpen?: boolean;
	/** Runs when the form is sent or cancelled. */
	onFold?: () => void;
};

/** Renders a button that opens a form in its place; the button has the text of the form's own button. */
export const FoldedForm = <S extends z.ZodMiniType, T>(props: FoldedFormProps<S, T>) => {
	const { button, startsOpen = false, onFold, ...form } = props;
	const [state, setState] = useState<'new' | 'open' | 'folded'>(startsOpen ? 'open' : 'new');
	const fold = (next: 'folded' | 'new') => () => {
		onFold?.();
		setState(next);
	};
	if (state === 'open')
		return (
			<Box mt="sm">
				<Form
					{...form}
					onClose={fold('folded')}
					onDone={(answer) => {
						fold('new')();
						form.onDone?.(answer);
					}}
				/>
			</Box>
		);
	return (
		<Button
			variant="default"
			{...button}
			onClick={() => setState('open')}
			ref={state === 'folded' ? focusButton : null}
		>
			{form.submit}
		</Button>
	);
};

interface NoteFormProps {
	transaction: Transaction;
	onClose: () => void;
	/** Runs after success instead of `onClose`. */
	onDone?: () => void;
}

/** Adds a note to a payment. */
export const NoteForm = ({ transaction, ...closing }: NoteFormProps) => (
	<Form
		schema={noteInput}
		send={useDecisionOn(transaction.id, 'notes')}
		{...closing}
		submit="Add note"
		said="Note added"
		pending="Adding..."
		fallback="The note could not be added"
	>
		<TextField
			name="text"
			label="Note"
			description="Stays in the audit trail, also when it is taken back."
			required
		/>
	</Form>
);

const kinds = {
	reversal: `${adjustmentKinds.reversal}: M-Pesa took it back`,
	refund: `${adjustmentKinds.refund}: we paid it back`,
};

const readAdjustment = ({ amount, at = '', ...typed }: FormValues) => ({
	...typed,
	at: parseDayText(at, true) ?? at,
	amount: parseNumber(amount),
});

/** Records a refund or reversal, by default of everything that is left of the payment. */
export const AdjustForm = ({ transaction: t, ...closing }: NoteFormProps) => {
	const [day, setDay] = useState(() => formatDay(toDayNumber(now())));
	return (
		<Form
			schema={adjustmentInput}
			read={readAdjustment}
			send={useDecisionOn(t.id, 'adjustments')}
			{...closing}
			submit="Record"
			said="Refund or reversal recorded"
			pending="Recording..."
			fallback="Could not record the refund or reversal"
		>
			<Text size="sm" c="dimmed">
				Record a refund or reversal that already happened. This moves no money, and the payment
				stays completed.
			</Text>
			<ChoiceField name="kind" label="Kind" options={kinds} />
			<SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
				<TextField
					name="amount"
					label="Amount (KSh)"
					description={`Up to ${formatKsh(t.amount - t.adjusted)}`}
					defaultValue={t.amount - t.adjusted}
					inputMode="numeric"
					required
				/>
				<DayField
					name="at"
					what="Day"
					label="Day"
					description="When it happened"
					value={day}
					onChange={setDay}
					required
				/>
			</SimpleGrid>
			<TextField
				name="receipt"
				label="Receipt"
				description="The receipt of the reversal or refund, if you have it."
				autoCapitalize="characters"
			/>
			<ClosedMonth at={[parseDayText(day, true) ?? day]} />
			<ReasonField />
		</Form>
	);
};

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
		<Stack
			component="section"
			aria-label="Suggestions"
			aria-busy={!data}
			gap="xs"
			mt="md"
			mih={112}
		>
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

/** Assigns a payment to an account for a number of months; a suggestion fills the form. */
export const AssignForm = ({ transaction: t, ...closing }: NoteFormProps) => {
	const [chosen, setChosen] = useState<AssignmentSuggestion>();
	const sendOne = useDecisionOn(t.id, 'assignments');
	const sendParts = useAssignMany();
	// The text may be masked, so an unchanged account is sent by its id.
	const shown = chosen ?? { id: PRESENT, account_reference: t.assigned_reference ?? '' };
	const parts = chosen?.ids;
	const send: (body: object, attempt: Attempt) => Promise<unknown> = parts ? sendParts : sendOne;
	const readParts = ({ reason }: FormValues) => ({ ids: parts, together: true, reason });
	const read = ({ months, account_reference, ...typed }: FormValues) => ({
		...typed,
		...(shown.account_reference !== '' && account_reference === shown.account_reference
			? { reference_id: shown.id }
			: { account_reference }),
		months: parseNumber(months),
	});
	return (
		<>
			<Form
				schema={parts ? assignmentsInput : assignmentInput}
				read={parts ? readParts : read}
				send={send}
				{...closing}
				submit="Assign"
				said="Payment assigned"
				pending="Assigning..."
				fallback="Could not assign the payment"
			>
				<Text size="sm" c="dimmed">
					{t.account_reference
						? `The payer typed “${t.account_reference}”, which is kept.`
						: 'The payer typed no account.'}
				</Text>
				<SimpleGrid cols={2} spacing="md" key={chosen?.id}>
					<TextField
						name="account_reference"
						label="Account reference"
						defaultValue={shown.account_reference}
						readOnly={!!parts}
						required
					/>
					<TextField
						name="months"
						label="Months"
						description={t.paid_at ? 'From the day of the payment' : undefined}
						inputWrapperOrder={['label', 'input', 'description', 'error']}
						defaultValue={chosen?.months ?? t.months ?? ''}
						readOnly={!!parts}
						inputMode="numeric"
					/>
				</SimpleGrid>
				<ReasonField key={`reason of ${chosen?.id}`} proposal={chosen?.reasons[0]} />
			</Form>
			<Suggestions id={t.id} chosen={chosen} onChoose={setChosen} />
		</>
	);
};

const AdjustLoaded = ({ id, onClose }: { id: string; onClose: () => void }) => (
	<Loaded
		query={useQuery(buildTransactionQuery(id))}
		loading="Loading the payment..."
		fallback="Could not load the payment"
	>
		{(transaction) => <AdjustForm {...{ transaction, onClose }} />}
	</Loaded>
);

/** Records a refund or reversal of a payment from another screen than its own. */
export const AdjustDialog = ({ opened, ...payment }: Opened & { id: string | undefined }) => (
	<Modal opened={opened} onClose={payment.onClose} title="Record refund or reversal">
		{payment.id && <AdjustLoaded id={payment.id} onClose={payment.onClose} />}
	</Modal>
);
