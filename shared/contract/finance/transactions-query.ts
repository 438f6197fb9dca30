import { formatWhole } from '../../grouped.ts';
import { isPayersNumber } from '../../phone.ts';
import { describeAs, openapi, z } from '../../zod.ts';
import { among, listNames, trueOrFalse } from '../platform/choices.ts';
import { day, INSTANT, inOrder, isInstant, makeCheckedText } from '../platform/fields.ts';
import { paged } from '../platform/lists.ts';

/** Statuses of payments, with their labels. */
export const statusWords = {
	completed: 'Completed',
	pending: 'Pending',
	failed: 'Failed',
} as const;
export type Status = keyof typeof statusWords;
export const statuses = listNames(statusWords);
/** Statuses with those of payments that count in no figure: written off by a person, or their booking was taken back. */
export const shownStatusWords = {
	...statusWords,
	written_off: 'Written off',
	void: 'Voided',
} as const;
export type ShownStatus = keyof typeof shownStatusWords;
export const shownStatuses = listNames(shownStatusWords);

/** Age ranges of pending payments, which do not overlap. */
export const pendingAges = [
	'under 5 minutes',
	'under 1 hour',
	'under 1 day',
	'over 1 day',
] as const;
export type PendingAge = (typeof pendingAges)[number];

/** Value for failures without a result code in a filter by code. */
export const NO_CODE = 'none';

/** The spec's page size, fixed on its screen. */
export const TRANSACTIONS_LIMIT_DEFAULT = 10;
/** Fits a whole pasted M-Pesa message. */
const SEARCH_MAX = 1_000;

/** Reasons to check a payment or a delivery; a mark does not change the status. */
export const marks = {
	unanswered: 'M-Pesa did not answer our request, so that it may or may not have been made.',
	unresolved: 'Still pending after a day.',
	receipt_awaited: 'Paid as M-Pesa says, its receipt has not arrived yet.',
	late_success: 'M-Pesa reported a failure and a success; the success counts.',
	amount_mismatch: 'M-Pesa reported another amount than we asked for, or none that can be read.',
	receipt_reused: 'A delivery named a receipt that belongs to another payment.',
	receipt_differs: 'A delivery named another receipt than the one that we have.',
	request_mismatch: 'A delivery named other request ids than ours.',
	request_id_reused: 'M-Pesa answered our request with ids that belong to another payment.',
	untrusted: 'A delivery came from an address that is not trusted.',
	unknown_request: 'M-Pesa reported a request that we did not send.',
	other_short_code: 'Paid to another paybill than ours.',
	unreadable: 'A delivery could not be read.',
	time_ahead: 'A delivery names a time that lies more than a day ahead.',
	amount_too_large: 'The amount is above M-Pesa’s limit of KSh 250,000.',
	other_type: 'A confirmation is about something else than a payment to us.',
	cents: 'A confirmation names cents, and payments are whole shillings.',
	dated_before: 'M-Pesa dates this payment before our request.',
	no_balance: 'No balance: is this address registered for validation?',
	claimed_often:
		'Ten wrong claims named this receipt. Ask the payer for the account, and assign it.',
} as const;
export type Mark = keyof typeof marks;
export const markNames = listNames(marks);
/** Value for any mark in a filter by mark. */
export const ANY_MARK = 'any';

/** Reasons why a completed payment by hand waits for a person. */
export const toAssign = {
	no_account: 'Paid without an account.',
	unknown_account: 'Paid for an account that does not exist.',
	no_plan: 'The amount is not the price of a plan.',
} as const;
export type ToAssign = keyof typeof toAssign;
export const toAssignNames = listNames(toAssign);
/** Value for any reason in the filter. */
export const ANY_TO_ASSIGN = 'any';

/** Filters of payments. */
const filters = {
	search: z.optional(
		z
			.string('Search must be text')
			.check(
				z.maxLength(SEARCH_MAX, `Search must be at most ${formatWhole(SEARCH_MAX)} characters`),
			),
	),
	status: z.optional(among('Status', shownStatuses)),
	from: day('From'),
	to: day('To'),
	result_code: describeAs(
		z.optional(
			z
				.string('Result code must be text')
				.check(z.maxLength(50, 'Result code must be at most 50 characters')),
		),
		`Only failed payments with this code; \`${NO_CODE}\` for those without a code.`,
	),
	mark: describeAs(
		z.optional(among('Mark', [ANY_MARK, ...markNames])),
		`Only payments that need checking for this reason; \`${ANY_MARK}\` for any.`,
	),
	phone: z.optional(
		makeCheckedText(
			'Phone must be a Kenyan mobile number, or as M-Pesa hides it',
			isPayersNumber,
			'Phone must be text',
		),
	),
	payer: z.optional(z.string('Payer must be one id')),
	other_accounts: trueOrFalse('Other accounts'),
	to_assign: z.optional(among('To assign', [ANY_TO_ASSIGN, ...toAssignNames])),
	age: z.optional(among('Age', pendingAges)),
};

/** Makes the schema of `by=paid`; `what` then goes by M-Pesa's time. */
export const byPaid = (what: string) =>
	describeAs(
		z.optional(among('By', ['paid'])),
		`\`paid\`: ${what} go by M-Pesa’s time, as the books of a month do, and by \`created_at\` where M-Pesa gave none.`,
	);

const NO_INSTANT = 'Updated from must be an instant such as 2026-01-31T08:00:00Z';

/** Order and filters for programs that follow changes or keep books. */
const following = {
	updated_from: z.optional(
		z
			.string(NO_INSTANT)
			.check(z.regex(INSTANT, NO_INSTANT), z.refine(isInstant, NO_INSTANT))
			.register(openapi, { format: 'date-time' }),
	),
	by: byPaid('`from`, `to` and the order'),
	sort: z.optional(among('Sort', ['-updated_at'])),
};

export const transactionFilters = inOrder(z.object(filters));
export type TransactionFilters = z.infer<typeof transactionFilters>;

/** Query of the list of the console; programs can also follow changes. */
export const transactionsQuery = inOrder(z.object({ ...filters, ...paged }));
export const followingQuery = inOrder(z.object({ ...filters, ...following, ...paged }));
export type ListFilters = Omit<z.infer<typeof followingQuery>, keyof typeof paged>;

/** Query of the CSV export: the matching payments, with whole numbers on request for callers with the permission. */
export const exportQuery = inOrder(
	z.object({
		...filters,
		...following,
		numbers: trueOrFalse('Numbers'),
	}),
);
