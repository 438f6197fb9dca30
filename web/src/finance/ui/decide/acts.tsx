import type { ReactNode } from 'react';
import { type DecisionAct, decisionActs } from '#shared/contract/finance/acts.ts';
import { makeRequiredErrors, reason } from '#shared/contract/platform/fields.ts';
import { formatCount } from '#shared/grouped.ts';
import { z } from '#shared/zod.ts';
import type { FormValues } from '../../../platform/ui/fields/use-form.ts';
import { parseDayText } from '../../../platform/ui/format/day-text.ts';
import { formatKsh } from '../../../platform/ui/format/money.ts';
import { parseNumber } from '../formats.ts';
import {
	Booked,
	Expected,
	type FieldsProps,
	Granted,
	type Meaning,
	ReasonOnly,
	Returned,
	Same,
	ThisIs,
} from './fields.tsx';
import type { ActName } from './labels.ts';
import { PickAccount } from './pick-account.tsx';
import { PickPayment } from './pick-payment.tsx';
import { OTHER } from './same-field.tsx';
import type { ToSend } from './send.ts';
import type { Subject } from './subject.ts';

/** A kind of decision on the desk: its form, and what the form sends. */
interface ActOnDesk {
	/** The text of the form's button, and while it is sent. */
	submit: (subjects: readonly Subject[]) => string;
	pending: string;
	/** Says what the decision does. */
	describe?: (subjects: readonly Subject[]) => string;
	Fields: (props: FieldsProps) => ReactNode;
	schema: z.ZodMiniType;
	/** Converts the texts of the form for the schema. */
	read?: (typed: FormValues) => object;
	/** The decision that the values of the form stand for. */
	toDecision: (values: never, subjects: readonly Subject[]) => ToSend;
}

const count =
	(verb: string, one: string, many = `${one}s`) =>
	(subjects: readonly Subject[]) =>
		subjects.length > 1 ? `${verb} ${formatCount(subjects.length, one, many)}` : verb;

/** Removes empty texts, which stand for no value. */
const dropEmpty = (typed: FormValues) =>
	Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''));

interface Assigned {
	ids?: string;
	shown?: string;
	reference_id?: string;
	account_reference?: string;
	months?: number | null;
	reason: string;
}

const toAssignment = ({ ids, shown, reference_id, ...values }: Assigned): ToSend => {
	const done = 'Payment assigned';
	if (ids) {
		const about = ids.split(',').map((id) => ({ kind: 'payment' as const, id }));
		return {
			...{ what: 'assignment', about, done },
			values: { together: true, reason: values.reason },
		};
	}
	const isShown = shown !== undefined && values.account_reference === shown;
	const { account_reference: _, ...rest } = values;
	return { what: 'assignment', values: isShown ? { ...rest, reference_id } : values, done };
};

/** Returns the decision that a meaning of an entry stands for. */
const toMeaning = (
	{ as, reason: why }: { as: Meaning; reason: string },
	[subject]: readonly Subject[],
): ToSend => {
	const isPayment = subject?.about.kind === 'payment';
	const done = {
		not_ours: 'Decided: not ours',
		test: 'Decided: a test',
		to_return: 'Waits under To give back',
		other: 'Left, with a reason',
	}[as];
	if (isPayment && as === 'other') return { what: 'seen', values: { reason: why }, done };
	const what = isPayment && as !== 'to_return' ? 'write_off' : 'decided';
	return { what, values: { as, reason: why }, done };
};

const toReturn = (
	{ kind, ...values }: { kind: 'refund' | 'reversal' },
	[subject]: readonly Subject[],
): ToSend => ({
	what: kind,
	// Money of a line goes back to the payment that it is.
	about:
		subject?.about.kind === 'line' && subject.payment
			? [{ kind: 'payment', id: subject.payment.id }]
			: undefined,
	values,
	done: kind === 'refund' ? 'Refund recorded' : 'Reversal recorded',
});

interface Attached {
	picked: string;
	line_id?: string;
	same?: string;
	reason?: string;
}

const toAttachment = (
	{ picked, line_id, same, reason: why }: Attached,
	[subject]: readonly Subject[],
): ToSend => ({
	what: 'attach',
	about: line_id ? [{ kind: 'line', id: line_id }] : undefined,
	values: {
		transaction_id: picked,
		...(same && { same: same === OTHER ? null : Number(same) }),
		...(subject?.message?.outcome === 'other_short_code' && { anyway: true }),
		...(why && { reason: why }),
	},
	done: (subject?.line?.withdrawn ?? 0) > 0 ? 'Refund recorded' : 'Attached',
});

const send =
	(what: DecisionAct, done: string) =>
	(values: object): ToSend => ({ what, values, done });

const readNumbers = ({ amount, months, ...typed }: FormValues) => ({
	...dropEmpty(typed),
	...(amount !== undefined && { amount: parseNumber(amount) }),
	...(months !== undefined && { months: parseNumber(months) }),
});

const choose = makeRequiredErrors('Choose one of them', 'Choose one of them');

/** The forms of the decisions of the desk. Their labels are apart, because lists need those only. */
const actsOnDesk: Record<ActName, ActOnDesk> = {
	assign: {
		submit: count('Assign', 'payment'),
		pending: 'Assigning...',
		describe: ([first, ...more]) => {
			if (more.length > 0) return 'Each payment is for this account from its own day on.';
			const typed = first?.payment?.account_reference;
			return typed ? `The payer typed “${typed}”, which is kept.` : 'The payer typed no account.';
		},
		Fields: PickAccount,
		schema: z.extend(decisionActs.assignment.input, {
			ids: z.optional(z.string()),
			shown: z.optional(z.string()),
		}),
		read: readNumbers,
		toDecision: toAssignment,
	},
	this_is: {
		submit: count('Decide', 'entry', 'entries'),
		pending: 'Deciding...',
		Fields: ThisIs,
		schema: z.object({ as: z.string(choose), reason: reason() }),
		read: dropEmpty,
		toDecision: toMeaning,
	},
	give_back: {
		submit: () => 'Record',
		pending: 'Recording...',
		describe: () => 'Record a refund or reversal that already happened. This moves no money.',
		Fields: Returned,
		schema: z.extend(decisionActs.refund.input, { kind: z.string() }),
		read: ({ at = '', ...typed }) => ({
			...readNumbers(typed),
			at: parseDayText(at, true) ?? at,
		}),
		toDecision: toReturn,
	},
	book: {
		submit: count('Book', 'entry', 'entries'),
		pending: 'Booking...',
		describe: (subjects) =>
			subjects.length > 1
				? `Counts ${formatCount(subjects.length, 'payment')} to us.`
				: `Counts a payment of ${formatKsh(Math.floor(subjects[0]?.amount ?? 0))} to us, in whole shillings.`,
		Fields: Booked,
		schema: z.extend(decisionActs.book.input, { reason: reason() }),
		read: ({ anyway, ...typed }) => ({ ...readNumbers(typed), ...(anyway && { anyway: true }) }),
		toDecision: send('book', 'Booked'),
	},
	attach: {
		submit: () => 'Attach',
		pending: 'Attaching...',
		Fields: PickPayment,
		schema: z.object({
			picked: z.string(choose),
			line_id: z.optional(z.string()),
			same: z.optional(z.string()),
			reason: z.optional(reason()),
		}),
		read: ({ transaction_id: _, ...typed }) => dropEmpty(typed),
		toDecision: toAttachment,
	},
	same: {
		submit: () => 'Count once',
		pending: 'Saving...',
		describe: () =>
			'A line of the statement and a return without a receipt both count. If they are the same money, only the line counts.',
		Fields: Same,
		schema: z.object({ same: z.optional(z.string()), reason: reason() }),
		read: dropEmpty,
		toDecision: ({ same, reason: why }: { same?: string; reason: string }) => ({
			what: 'same',
			values: { ...(same && { decision: Number(same) }), reason: why },
			done: 'Counted once',
		}),
	},
	seen: {
		submit: count('Mark as seen', 'entry', 'entries'),
		pending: 'Saving...',
		describe: () => 'No figure changes.',
		Fields: ReasonOnly,
		schema: decisionActs.seen.input,
		toDecision: send('seen', 'Marked as seen'),
	},
	note: {
		submit: () => 'Add note',
		pending: 'Adding...',
		describe: () => 'Stays in the audit trail, also when it is taken back.',
		Fields: ReasonOnly,
		schema: decisionActs.note.input,
		toDecision: send('note', 'Note added'),
	},
	expected: {
		submit: () => 'Record receipt',
		pending: 'Recording...',
		describe: () => 'The receipt is listed under To check until M-Pesa reports it.',
		Fields: Expected,
		schema: decisionActs.expected.input,
		read: readNumbers,
		toDecision: send('expected', 'Recorded as expected'),
	},
	grant: {
		submit: () => 'Give months',
		pending: 'Giving...',
		describe: () =>
			'Months without a payment. They follow the access that the account has, or start today.',
		Fields: Granted,
		schema: decisionActs.grant.input,
		read: readNumbers,
		toDecision: send('grant', 'Months given'),
	},
};

/** Returns an act by its name. */
export const getAct = (name: ActName): ActOnDesk => actsOnDesk[name];
