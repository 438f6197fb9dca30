import { Text } from '@mantine/core';
import { useState } from 'react';
import { adjustmentInput, adjustmentKinds } from '#shared/contract/adjustments.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { dayOf, dayText } from '#shared/east-africa-time.ts';
import { DayField } from '../../ui/dates/day-field.tsx';
import { readDay } from '../../ui/dates/day-text.ts';
import { ksh } from '../../ui/money.ts';
import { PlainChoice, PlainText } from '../../ui/plain-form/plain-fields.tsx';
import type { Typed } from '../../ui/plain-form/plain-form.tsx';
import { PlainFormBody } from '../../ui/plain-form/plain-form-dialog.tsx';
import { ReasonField } from '../../ui/plain-form/reason-field.tsx';
import { useNote } from './acts.ts';
import { numberIn } from './formats.ts';
import classes from './transactions.module.css';

const kinds = [
	{ value: 'reversal', label: `${adjustmentKinds.reversal}: M-Pesa took it back` },
	{ value: 'refund', label: `${adjustmentKinds.refund}: we paid it back` },
];

/** The amount as a number, and the day as the API has days. */
const read = ({ amount, at = '', ...typed }: Typed) => ({
	...typed,
	at: readDay(at, true) ?? at,
	amount: numberIn(amount),
});

interface AdjustFormProps {
	transaction: Transaction;
	onClose: () => void;
}

/** Notes that money of a payment was given back, all that is left of it unless another amount is typed. */
export const AdjustForm = ({ transaction: t, onClose }: AdjustFormProps) => {
	const [day, setDay] = useState(() => dayText(dayOf(Date.now())));
	return (
		<PlainFormBody
			schema={adjustmentInput}
			read={read}
			send={useNote(t.id, 'adjustments')}
			onClose={onClose}
			submit="Note"
			pending="Noting..."
			fallback="Could not save the note"
		>
			<Text size="sm" c="dimmed">
				This notes what has happened already; no money moves by it. The payment stays completed.
			</Text>
			<PlainChoice name="kind" label="It was a" data={kinds} />
			<div className={classes.pair}>
				<PlainText
					name="amount"
					label="Amount (KSh)"
					description={`Up to ${ksh(t.amount - t.adjusted)}`}
					defaultValue={t.amount - t.adjusted}
					inputMode="numeric"
					required
				/>
				<DayField
					name="at"
					what="Day"
					label="Day"
					description="When the money went"
					value={day}
					onChange={setDay}
					required
				/>
			</div>
			<PlainText
				name="receipt"
				label="Receipt"
				description="The receipt of the reversal or refund, if you have it."
				autoCapitalize="characters"
			/>
			<ReasonField />
		</PlainFormBody>
	);
};
