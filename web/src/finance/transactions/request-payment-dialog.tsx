import { Button, SimpleGrid, Text } from '@mantine/core';
import { paymentRequest } from '#shared/contract/finance/payment-requests.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { isHidden } from '#shared/phone.ts';
import { useAccount, useMay } from '../../platform/api/account.ts';
import { TextField, type TextFieldProps } from '../../platform/ui/fields/text-fields.tsx';
import type { FormValues } from '../../platform/ui/fields/use-form.ts';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { parseNumber } from '../ui/formats.ts';
import { getStoredPayment, useRequestPayment } from './changes.ts';
import { useOpenPayment } from './queries.ts';

/** Returns the values to send. A masked value of the payment that is left empty is its own: the server fills it in. */
const readFor =
	(start: Start | undefined) =>
	({ amount, months, ...typed }: FormValues) => {
		const isOwn = ([name, text]: [string, string]) =>
			text.trim() === '' && isHidden(String(start?.[name as Field]));
		const own = Object.entries(typed).filter(isOwn);
		const left = Object.entries(typed).filter((each) => !isOwn(each));
		return {
			...Object.fromEntries(left),
			...(own.length > 0 && { repeats: start?.id }),
			amount: parseNumber(amount),
			months: parseNumber(months),
		};
	};

/** Shows the hint between the input and its error. */
const ORDER: TextFieldProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

type Field = 'phone_number' | 'amount' | 'months' | 'account_reference' | 'description';

/** Values to start with; the empty ones are asked. */
type Start = Omit<Pick<Transaction, Field | 'id'>, 'amount'> & { amount: number | null };

interface AskToPayDialogProps extends Opened {
	/** The payment to request again; its values fill the form. */
	start?: Start;
}

/** Returns the first value of a field; a masked value becomes a hint, as the field may stay empty. */
const makeStartProps = (
	value: string | number | null | undefined,
): Pick<TextFieldProps, 'description' | 'required' | 'defaultValue'> =>
	isHidden(String(value))
		? { description: `Leave empty to use ${value}.`, required: false }
		: { defaultValue: value ?? undefined };

/** Requests a payment, which the payer confirms on their phone, and opens it. */
const RequestPaymentDialog = ({ opened, onClose, start }: AskToPayDialogProps) => {
	const { show } = useOpenPayment();
	const field = (
		name: Field,
		props: Omit<TextFieldProps, 'name' | 'label'> & { label: string },
	) => (
		<TextField
			inputWrapperOrder={ORDER}
			required
			{...props}
			{...makeStartProps(start?.[name])}
			name={name}
		/>
	);
	return (
		<FormDialog
			opened={opened}
			onClose={onClose}
			title="Request payment"
			schema={paymentRequest}
			read={readFor(start)}
			send={useRequestPayment()}
			onDone={({ id }) => {
				onClose();
				show(id);
			}}
			submit="Send request"
			pending="Sending..."
			fallback="Could not send the payment request"
			remedy={(error, look) => {
				const payment = getStoredPayment(error);
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
			<SimpleGrid cols={2} spacing="md">
				{field('amount', { label: 'Amount (KSh)', inputMode: 'numeric' })}
				{field('months', {
					label: 'Months',
					description: 'Length of the subscription, if any.',
					inputMode: 'numeric',
					required: false,
				})}
				{field('account_reference', {
					label: 'Account reference',
					description: 'Up to 12 characters, shown to the payer.',
				})}
				{field('description', { label: 'Description', description: 'Up to 13 characters.' })}
			</SimpleGrid>
		</FormDialog>
	);
};

/** The dialog that requests a payment, for `DialogButton`. */
export const requestPaymentDialog = [RequestPaymentDialog, () => {}] as const;

/** Returns whether payments are set up and this person may request them. */
export const useMayRequest = () => {
	const mayAct = useMay('payments:act');
	return (useAccount()?.payments_on ?? false) && mayAct;
};
