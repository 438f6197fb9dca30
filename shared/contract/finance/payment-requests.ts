import { EXAMPLE_PHONE, readPhone } from '../../phone.ts';
import { component, z } from '../../zod.ts';
import { accountReference, id, line, makeRequiredErrors, whole } from '../platform/fields.ts';

/** M-Pesa's maximum amount of one payment, in shillings. */
export const AMOUNT_MAX = 250_000;

export const NOT_A_PHONE = `Phone number must be a Kenyan mobile number such as ${EXAMPLE_PHONE}`;

/** Makes the schema of a Kenyan mobile number in any spelling. */
export const phoneNumber = () =>
	z.string(makeRequiredErrors('Phone number is required', 'Phone number must be text')).check(
		z.refine((text) => text.trim() !== '', { error: 'Phone number is required', abort: true }),
		z.refine((text) => readPhone(text) !== undefined, NOT_A_PHONE),
	);

/** Asks a payer to pay: the fields of an STK push that vary. */
export const paymentRequest = component('PaymentRequest', {
	phone_number: z.optional(phoneNumber()),
	amount: whole('Amount', { required: 'Amount is required', min: 1, max: AMOUNT_MAX }),
	account_reference: z.optional(accountReference(12)),
	description: line('Description', 'Description is required', 13),
	repeats: z.optional(id()),
	months: z.nullish(whole('Months', { min: 1, max: 36 })),
});
export type PaymentRequest = z.infer<typeof paymentRequest>;
