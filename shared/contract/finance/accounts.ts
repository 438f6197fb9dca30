import { foldSigns } from '../../receipts.ts';
import { component, describeAs, extendComponent, z } from '../../zod.ts';
import { idList } from '../content/bulk.ts';
import { failureBody } from '../platform/errors.ts';
import {
	accountReference,
	date,
	id,
	instant,
	reason,
	receiptText,
	searchText,
	whole,
} from '../platform/fields.ts';
import { paged } from '../platform/lists.ts';
import { phoneNumber } from './payment-requests.ts';
import { plan } from './plans.ts';
import { statuses } from './transactions-query.ts';

/** Maximum length of an account number of a paybill (Daraja, `BillRefNumber`). */
const REFERENCE_MAX = 20;
const MONTHS_MAX = 36;

export const accessReasons = ['no_plan', 'given_back', 'unassigned', 'written_off'] as const;

const entry = z.object({
	kind: z.enum(['payment', 'grant']),
	amount: z.nullable(z.int()),
	paid_at: instant(),
	months: z.nullable(z.int()),
	counts: z.boolean(),
	why: z.nullable(z.enum(accessReasons)),
});

/** The access of an account, without receipts, names and phone numbers. */
export const access = component('AccountAccess', {
	account: z.string(),
	open: z.boolean(),
	until: z.nullable(date()),
	payments: z.array(entry),
	request: z.nullable(z.object({ status: z.enum(statuses), words: z.string(), at: instant() })),
});
export type AccountAccess = z.infer<typeof access>;

/** The failure of a call that needs open access. */
export const paymentRequired = extendComponent('PaymentRequired', failureBody, { data: access });

/** What signed a device in: its own new account, the receipt of a payment, or a code of the staff. */
const deviceProof = component('DeviceProof', {
	kind: z.enum(['new_account', 'payment', 'code']),
	receipt: z.nullable(z.string()),
	transaction_id: z.nullable(id()),
	staff: z.nullable(z.string()),
});

/** The access of an account with its payments, grants and devices. */
export const staffAccess = extendComponent('StaffAccountAccess', access, {
	payments: z.array(
		z.extend(entry, {
			receipt: z.nullable(z.string()),
			transaction_id: z.nullable(id()),
			id: z.nullable(z.string()),
		}),
	),
	devices: z.array(
		z.object({
			signed_in_at: instant(),
			seen_at: instant(),
			by: z.nullable(deviceProof),
		}),
	),
	/** What more would make the price of a plan together with the payments that wait. */
	missing: z.nullable(plan),
});
export type StaffAccess = z.infer<typeof staffAccess>;

const ACCOUNTS_MAX = 1_000;

/** Accounts to make, such as admission numbers. Each is checked by `findAccountProblem`. */
export const newAccounts = component('NewAccounts', {
	accounts: z
		.array(z.string('Accounts must be texts'), 'Accounts must be a list')
		.check(
			z.minLength(1, 'Accounts must name at least one'),
			z.maxLength(ACCOUNTS_MAX, `Accounts must be at most ${ACCOUNTS_MAX}`),
		),
});

/** The accounts that a call made, and those that existed, in comparable form. */
export const madeAccounts = component('MadeAccounts', {
	made: z.array(z.string()),
	known: z.array(z.string()),
});
export type MadeAccounts = z.infer<typeof madeAccounts>;

/** An account that cannot be made, in `data.refused` of a 422. */
export interface RefusedAccount {
	account: string;
	why: string;
	did_you_mean: string[];
}

export const accountsQuery = z.object({ search: searchText(), ...paged });
export type AccountsQuery = z.infer<typeof accountsQuery>;

/** An account that somebody made, and its access. */
export const listedAccount = component('ListedAccount', {
	account: z.string(),
	made_by: z.string(),
	created_at: instant(),
	open: z.boolean(),
	until: z.nullable(date()),
	payments: z.int(),
	devices: z.int(),
});
export type ListedAccount = z.infer<typeof listedAccount>;

/** Months without a payment. */
export const grantInput = component('NewGrant', {
	months: whole('Months', { required: 'Months is required', min: 1, max: MONTHS_MAX }),
	reason: reason(),
});

/** Signs of a code of the staff: none is mistaken for another. */
export const CODE_SIGNS = '34679ACDEFGHJKMNPQRTUVWXY';
export const CODE_LENGTH = 8;
const CODE = new RegExp(`^[${CODE_SIGNS}]{${CODE_LENGTH}}$`);

/** A one-time code with which a device signs in, shown once. */
export const signInCode = component('SignInCode', { code: z.string(), until: instant() });
export type SignInCode = z.infer<typeof signInCode>;

/** Nothing, for a new account, or an account with the receipt of one of its payments or a code of the staff. */
export const deviceInput = component('NewDevice', {
	account: z.optional(accountReference(REFERENCE_MAX)),
	receipt: z.optional(receiptText('Receipt is required')),
	code: z.optional(
		z.string('Code must be text').check(
			z.overwrite((text) => foldSigns(text).replace(/[^A-Z0-9]/g, '')),
			z.refine((text) => CODE.test(text), 'Code must be the eight letters and digits of our staff'),
		),
	),
});

/** A device of the caller's account. */
export const ownDevice = component('OwnDevice', {
	id: id(),
	this: z.boolean(),
	signed_in_at: instant(),
	seen_at: instant(),
});
export type OwnDevice = z.infer<typeof ownDevice>;

export const device = component('Device', {
	account: z.string(),
	token: z.string(),
});
export type Device = z.infer<typeof device>;

/** Asks a payer to pay for months of a plan. */
export const learnerPayment = component('NewLearnerPayment', {
	phone_number: phoneNumber(),
	months: whole('Months', { required: 'Months is required', min: 1, max: MONTHS_MAX }),
	account: z.optional(accountReference(12)),
});

/** The M-Pesa code of a payment, and the number that paid. */
export const claimInput = component('NewClaim', {
	receipt: receiptText('Receipt is required'),
	phone_number: phoneNumber(),
});

/** Assigns many payments: to one account, or each to the account that was typed; `together` as parts of one plan. */
export const assignmentsInput = component('NewAssignments', {
	ids: idList(),
	account_reference: z.optional(accountReference(REFERENCE_MAX)),
	months: z.nullish(whole('Months', { min: 1, max: MONTHS_MAX })),
	together: describeAs(
		z.optional(z.boolean('Together must be true or false')),
		'Whether the payments are parts of one plan: their amounts together are its price, and one decision takes them into the account.',
	),
	reason: reason(),
});
export type AssignmentsInput = z.infer<typeof assignmentsInput>;
