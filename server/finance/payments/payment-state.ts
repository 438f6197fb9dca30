import type { Selectable } from 'kysely';
import { toAccountKey } from '#shared/account.ts';
import type { ToAssign } from '#shared/contract/finance/transactions-query.ts';
import { type WriteOff, writeOffNames } from '#shared/contract/finance/write-offs.ts';
import { buildPaymentKeys } from '#shared/payment-keys.ts';
import type { DecisionRow } from '../decisions/store.ts';
import { fromSeq, type PaymentRow } from './tables.ts';

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
	Pick<DecisionRow, 'months' | 'state_before' | 'line_id' | 'same_as' | 'about_id'> & {
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
	accountExists: boolean;
}

const NO_FACTS: Facts = {
	...{ decisions: [], lineOf: new Map(), lines: [], marks: [] },
	...{ reported: null, received: null, accountExists: false },
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

const findToAssign = (account: string | null, exists: boolean): ToAssign => {
	if (account === null) return 'no_account';
	return exists ? 'no_plan' : 'unknown_account';
};

const nameMarks = ({ status, receipt }: Row, { marks }: Facts, checked: boolean) => {
	const own = marks.filter((mark) => mark !== 'unanswered' || status === 'pending');
	const awaits = status === 'completed' && receipt === null && !checked;
	const names = [...own, ...(awaits ? ['receipt_awaited'] : [])];
	return [...new Set(names.map((name) => (name === 'contradicted' ? 'late_success' : name)))];
};

/** Computes the state of a payment. A void payment keeps its search keys, and has no account. */
export const computeState = (row: Row, facts: Facts): PaymentState => {
	const { status, origin, months, amount, account_reference } = row;
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
	const isWaiting =
		status === 'completed' &&
		(origin === 'c2b' || origin === 'statement') &&
		months === null &&
		!assigned &&
		returns.returned_shillings < amount;
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
		to_assign: isWaiting ? findToAssign(account, facts.accountExists) : null,
		marks: status === 'void' ? '' : nameMarks(row, facts, checked).sort().join(' '),
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
