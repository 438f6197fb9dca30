import { Button, Text, type TextInputProps } from '@mantine/core';
import { paymentRequest } from '#shared/contract/payment-requests.ts';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { PlainText } from '../../ui/plain-form/plain-fields.tsx';
import type { Typed } from '../../ui/plain-form/plain-form.tsx';
import { PlainFormDialog } from '../../ui/plain-form/plain-form-dialog.tsx';
import { paymentIn, useAskToPay } from './acts.ts';
import { numberIn } from './formats.ts';
import classes from './transactions.module.css';
import { useOpenPayment } from './use-open-payment.ts';

const read = ({ amount, months, ...typed }: Typed) => ({
	...typed,
	amount: numberIn(amount),
	months: numberIn(months),
});

/** Shows the hint between the input and its error. */
const ORDER: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

/** The first values of the form. */
export type FirstRequest = Partial<
	Record<
		'phone_number' | 'amount' | 'months' | 'account_reference' | 'description',
		string | number
	>
>;

interface AskToPayDialogProps extends Opened {
	start?: FirstRequest;
}

/** Requests a payment: the payer confirms on their phone. Then opens the payment. */
export const AskToPayDialog = ({ opened, onClose, start = {} }: AskToPayDialogProps) => {
	const { show } = useOpenPayment();
	const field = (name: keyof FirstRequest, props: TextInputProps) => (
		<PlainText
			inputWrapperOrder={ORDER}
			required
			defaultValue={start[name]}
			{...props}
			name={name}
		/>
	);
	return (
		<PlainFormDialog
			opened={opened}
			onClose={onClose}
			title="Request payment"
			schema={paymentRequest}
			read={read}
			send={useAskToPay()}
			onDone={({ id }) => {
				onClose();
				show(id);
			}}
			submit="Send request"
			pending="Sending..."
			fallback="Could not send the payment request"
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
		>
			<Text size="sm" c="dimmed">
				The payer gets a prompt on their phone and confirms with their M-Pesa PIN.
			</Text>
			{field('phone_number', {
				label: 'Phone Number',
				description: 'For example 0712 345 678.',
				type: 'tel',
			})}
			<div className={classes.pair}>
				{field('amount', { label: 'Amount (KSh)', inputMode: 'numeric' })}
				{field('months', {
					label: 'Months',
					description: 'Length of the subscription, if any.',
					inputMode: 'numeric',
					required: false,
				})}
			</div>
			<div className={classes.pair}>
				{field('account_reference', {
					label: 'Account reference',
					description: 'Up to 12 characters, shown to the payer.',
				})}
				{field('description', { label: 'Description', description: 'Up to 13 characters.' })}
			</div>
		</PlainFormDialog>
	);
};
