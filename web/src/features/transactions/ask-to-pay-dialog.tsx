import { Button, Text, type TextInputProps } from '@mantine/core';
import { paymentRequest } from '#shared/contract/payment-requests.ts';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { PlainText } from '../../ui/plain-form/plain-fields.tsx';
import type { Typed } from '../../ui/plain-form/plain-form.tsx';
import { PlainFormDialog } from '../../ui/plain-form/plain-form-dialog.tsx';
import { paymentIn, useAskToPay } from './acts.ts';
import { numberIn } from './formats.ts';
import { DETAILS, TransactionDetails } from './transaction-details.tsx';
import classes from './transactions.module.css';

const read = ({ amount, months, ...typed }: Typed) => ({
	...typed,
	amount: numberIn(amount),
	months: numberIn(months),
});

/** The hint stands between the input and what is wrong with it. */
const ORDER: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

const field = (name: string, props: TextInputProps) => (
	<PlainText inputWrapperOrder={ORDER} required {...props} name={name} />
);
const fields = (
	<>
		<Text size="sm" c="dimmed">
			The payer gets a prompt on their phone and confirms with their M-Pesa PIN.
		</Text>
		{field('phone_number', {
			label: 'Phone Number',
			description: '0712 345 678, or any other spelling.',
			type: 'tel',
		})}
		<div className={classes.pair}>
			{field('amount', { label: 'Amount (KSh)', inputMode: 'numeric' })}
			{field('months', {
				label: 'Months',
				description: 'Of validity, if it pays for a period.',
				inputMode: 'numeric',
				required: false,
			})}
		</div>
		<div className={classes.pair}>
			{field('account_reference', {
				label: 'Account reference',
				description: 'Up to 12 characters, seen by the payer.',
			})}
			{field('description', { label: 'Description', description: 'Up to 13 characters.' })}
		</div>
	</>
);

/** Asks a payer to pay: they confirm on their phone. Then it follows what they do. */
export const AskToPayDialog = ({ opened, onClose }: Opened) => (
	<PlainFormDialog
		opened={opened}
		onClose={onClose}
		title="Request payment"
		schema={paymentRequest}
		read={read}
		send={useAskToPay()}
		submit="Send request"
		pending="Sending..."
		fallback="The payment could not be requested"
		remedy={(error, look) => {
			const payment = paymentIn(error);
			return (
				payment && (
					<Button variant="default" size="xs" onClick={() => look(payment)}>
						View the payment
					</Button>
				)
			);
		}}
		titleAfter={DETAILS}
		after={(payment) => <TransactionDetails row={payment} onClose={onClose} />}
	>
		{fields}
	</PlainFormDialog>
);
