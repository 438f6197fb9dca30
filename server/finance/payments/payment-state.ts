import type { Selectable } from 'kysely';
import { toAccountKey } from '#shared/account.ts';
import type { ToAssign } from '#shared/contract/finance/transactions-query.ts';
import { type WriteOff, writeOffNames } from '#shared/contract/finance/write-offs.ts';
import { buildPaymentKeys } from '#shared/payment-keys.ts';
import type { DecisionRow } from '../decisions/store.ts';
import { fromSeq, type PaymentRow, type Uncounted } from './tables.ts';

const DAY_MS = 24 * 3_600_000;

export const STATE = [
	'search_key',
	'search_shown',
	'account',
	'received_at',
	'returned_shillings',
	'over_returned',
	'assignment_id',
	'assigned_reference',
	'assigned_months',
	'write_off_id',
	'written_off',
	'to_assign',
	'uncounted',
	'marks',
	'unresolved_at',
	'checked',
	'reported_message',
] as const satisfies readonly (keyof PaymentRow)[];

/** The columns of a payment that its decisions, messages and statement lines determine, besides `paid_twice`. */
export type PaymentState = Pick<Selectable<PaymentRow>, (typeof STATE)[number]>;

export type Row = Omit<Selectable<PaymentRow>, 'version' | 'updated_at' | 'paid_twice'>;

export type Decision = Pick<
	DecisionRow,
	'about_kind' | 'what' | 'payment_id' | 'amount_shillings' | 'receipt' | 'account_reference'
> &
	Pick<DecisionRow, 'months' | 'state_before' | 'line_id' | 'same_as' | 'about_id' | 'together'> & {
		id: number;
	};

/** A statement line by which money left. */
export interface Line {
	id: string;
	receipt: string;
	identity: string;
	kind: string;
	withdrawn: number;
	linked_receipt: string | null;
}

/** What other tables say about a payment. */
export interface Facts {
	/** Its decisions that count, oldest first. */
	decisions: readonly Decision[];
	/** The statement lines of its refunds and reversals, by decision. */
	lineOf: ReadonlyMap<number, Line>;
	/** Lines that reverse it, and that no refund or reversal is about. */
	lines: readonly Line[];
	/** Outcomes that mark it. */
	marks: readonly string[];
	reported: number | null;
	received: string | null;
	/** Until when requests for its account count, in milliseconds: see `findEndsOfRequests`. */
	accountEnds: number;
	/** Whether so many wrong claims named its receipt that it waits for staff. */
	isClaimedOften: boolean;
	/** Whether a part of the plan that it makes together with other payments no longer counts. */
	isPartMissing: boolean;
}

const NO_FACTS: Facts = {
	...{ decisions: [], lineOf: new Map(), lines: [], marks: [] },
	...{
		reported: null,
		received: null,
		accountEnds: Number.NEGATIVE_INFINITY,
		isClaimedOften: false,
		isPartMissing: false,
	},
};

export const toShillings = ({ withdrawn }: Line) => Math.trunc(Number(withdrawn) / 100);
export const isReturn = ({ what }: Decision) => what === 'reversal' || what === 'refund';
const isWritingOff = ({ about_kind, what }: Decision) =>
	about_kind === 'payment' && (writeOffNames as string[]).includes(what);

/** Sums what was given back: M-Pesa's amount of a line counts instead of the one that a person typed. */
const sumReturns = ({ decisions, lineOf, lines }: Facts, amount: number) => {
	const returns = decisions.filter(isReturn);
	const typed = returns.filter(({ id }) => !lineOf.has(id));
	const onStatement = [...returns.flatMap(({ id }) => lineOf.get(id) ?? []), ...lines];
	const sum =
		typed.reduce((total, { amount_shillings }) => total + Number(amount_shillings), 0) +
		onStatement.reduce((total, line) => total + toShillings(line), 0);
	const over =
		typed.length > 0 && onStatement.length > 0 ? 'given_back_twice' : 'more_back_than_paid';
	return {
		returned_shillings: sum,
		over_returned: sum > amount ? (over as 'given_back_twice') : null,
	};
};

interface Worth {
	account: string | null;
	assigned: Decision | undefined;
	/** Whether it was given back in full. */
	isGivenBack: boolean;
	checked: boolean;
}

const isForAccount = ({ origin, seq }: Row, { accountEnds }: Facts) =>
	origin === 'stk' ? fromSeq(seq) < accountEnds : accountEnds === Number.POSITIVE_INFINITY;

/** Finds why a completed payment waits for a person. A paid request for months of an unknown account waits until it is checked. */
const findToAssign = (
	row: Row,
	facts: Facts,
	{ account, assigned, isGivenBack, checked }: Worth,
): ToAssign | null => {
	const { status, origin, months } = row;
	// It waits to be given back instead.
	if (
		facts.decisions.some(({ about_kind, what }) => about_kind === 'payment' && what === 'to_return')
	)
		return null;
	if (status !== 'completed' || assigned || isGivenBack || origin === 'sample') return null;
	const isKnown = isForAccount(row, facts);
	if (origin === 'stk' ? months === null || isKnown || checked : months !== null) return null;
	if (account === null) return 'no_account';
	return isKnown ? 'no_plan' : 'unknown_account';
};

/** Finds why a payment does not count for its account; null if it does, or was never completed. */
const findUncounted = (
	row: Row,
	facts: Facts,
	{ assigned, isGivenBack }: Worth,
): Uncounted | null => {
	const { status, origin } = row;
	if (status === 'written_off') return 'written_off';
	if (status !== 'completed') return null;
	if (isGivenBack) return 'given_back';
	if (assigned && assigned.together !== null) return facts.isPartMissing ? 'no_plan' : null;
	const months = assigned?.months ?? row.months;
	const isKnown = assigned !== undefined || origin === 'sample' || isForAccount(row, facts);
	if (months === null) return isKnown ? 'no_plan' : 'unassigned';
	return origin === 'stk' && !isKnown ? 'unassigned' : null;
};

const nameMarks = (
	{ status, receipt }: Row,
	{ marks, isClaimedOften }: Facts,
	{ checked, assigned }: Worth,
) => {
	const own = marks.filter((mark) => mark !== 'unanswered' || status === 'pending');
	const isUnchecked = status === 'completed' && !checked;
	const names = [
		...own.map((mark) => (mark === 'contradicted' ? 'late_success' : mark)),
		...(isUnchecked && receipt === null ? ['receipt_awaited'] : []),
		...(isUnchecked && isClaimedOften && !assigned ? ['claimed_often'] : []),
	];
	return [...new Set(names)];
};

/** Computes the state of a payment. A void payment keeps its search keys, and has no account. */
export const computeState = (row: Row, facts: Facts): PaymentState => {
	const { status, amount, account_reference } = row;
	const { decisions } = facts;
	const assignments = decisions.filter(({ what }) => what === 'assignment');
	const assigned = assignments.at(-1);
	const writeOff = decisions.find(isWritingOff);
	const references = [account_reference, ...assignments.map((each) => each.account_reference)];
	const account = status === 'void' ? null : toAccountKey(references.at(-1) ?? null);
	const returns = sumReturns(facts, amount);
	const checked = decisions.some(
		({ what, state_before }) => what === 'settled' && state_before === status,
	);
	const isGivenBack = returns.returned_shillings >= amount;
	const worth = { account, assigned, isGivenBack, checked };
	const { search_key, search_shown } = row;
	return {
		...(status === 'void'
			? { search_key, search_shown }
			: buildPaymentKeys({ ...row, references })),
		account,
		received_at: row.received_at ?? facts.received ?? new Date(fromSeq(row.seq)).toISOString(),
		...returns,
		assignment_id: assigned?.id ?? null,
		assigned_reference: assigned?.account_reference ?? null,
		assigned_months: assigned?.months ?? null,
		write_off_id: writeOff?.id ?? null,
		written_off: (writeOff?.what ?? null) as WriteOff | null,
		to_assign: findToAssign(row, facts, worth),
		uncounted: findUncounted(row, facts, worth),
		marks: status === 'void' ? '' : nameMarks(row, facts, worth).sort().join(' '),
		unresolved_at:
			status === 'pending' && !checked ? new Date(fromSeq(row.seq) + DAY_MS).toISOString() : null,
		checked,
		reported_message: facts.reported,
	};
};

/** Returns the state of a new payment, of which no other table knows anything. */
export const computeFirstState = (row: Omit<Row, keyof PaymentState>, receivedAt: string) =>
	computeState({ ...row, received_at: receivedAt } as Row, NO_FACTS);
/** A payment whose stored state is not the computed one. */
export interface StateDifference {
	id: string;
	stored: Record<string, unknown>;
	computed: Record<string, unknown>;
}

export const compareState = (row: Row, computed: PaymentState): StateDifference[] => {
	const changed = STATE.filter((column) => row[column] !== computed[column]);
	const pick = (state: PaymentState) =>
		Object.fromEntries(changed.map((column) => [column, state[column]]));
	return changed.length === 0 ? [] : [{ id: row.id, stored: pick(row), computed: pick(computed) }];
};
