import { NativeSelect, Text, TextInput } from '@mantine/core';
import {
	lineAttachment,
	lineSettlement,
	lineSettlements,
	type ReconciliationLine,
} from '#shared/contract/reconciliation.ts';
import { z } from '#shared/zod.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import type { Typed } from '../../ui/plain-form.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { type Decision, useDecide } from './queries.ts';
import { amountOf, money } from './words.ts';

const kinds = [
	{ value: '', label: 'Choose what it is' },
	...Object.entries(lineSettlements).map(([value, label]) => ({ value, label })),
];

/** What each dialog is called, and says first. */
const dialogs = {
	book: {
		title: 'Book it',
		submit: 'Book',
		pending: 'Booking...',
		text: 'A completed payment is made of this line, and counts from now on.',
	},
	attach: {
		title: 'Attach to a payment',
		submit: 'Attach',
		pending: 'Attaching...',
		text: 'The payment that this line is about. One that still waits is completed by it, for good.',
	},
	settle: {
		title: 'Settle',
		submit: 'Settle',
		pending: 'Settling...',
		text: 'It explains the difference, and makes no payment.',
	},
} as const;

const booking = z.object({ reason: lineSettlement.shape.reason });
const schemaOf = (decision: Decision): z.ZodMiniType =>
	({ book: booking, attach: lineAttachment, settle: lineSettlement })[decision];

interface DecideDialogProps {
	opened: boolean;
	onClose: () => void;
	decision: Decision;
	/** What is decided about; null before there is one. */
	line: ReconciliationLine | null;
}

const read = ({ transaction_id, ...typed }: Typed) => ({
	...typed,
	...(transaction_id !== undefined && { transaction_id: transaction_id.trim() }),
});

/** Says what a line of a statement, or a payment that no line is about, is, and why. */
export const DecideDialog = ({ opened, onClose, decision, line }: DecideDialogProps) => {
	const { title, submit, pending, text } = dialogs[decision];
	const about = line && `${money(amountOf(line))}${line.receipt ? ` · ${line.receipt}` : ''}`;
	return (
		<FormModal
			{...{ opened, onClose, title, submit, pending, read }}
			schema={schemaOf(decision)}
			send={useDecide(decision, line?.id ?? '')}
			fallback="This could not be decided"
		>
			{(wrong) => (
				<>
					<Text size="sm" className="tabular" fw={600}>
						{about}
					</Text>
					<Text size="sm" c="dimmed">
						{text}
					</Text>
					{decision === 'settle' && (
						<NativeSelect name="as" label="It is" data={kinds} required error={wrong.as} />
					)}
					{decision === 'attach' && (
						<TextInput
							name="transaction_id"
							label="Transaction ID"
							description="It stands in the payment’s details."
							autoComplete="off"
							required
							error={wrong.transaction_id}
						/>
					)}
					<ReasonField wrong={wrong.reason} />
				</>
			)}
		</FormModal>
	);
};
