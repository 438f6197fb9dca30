import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { OPEN_STATES } from '#shared/contract/finance/reconciliation-query.ts';
import type { ToCheckItem, ToCheckSuggestion } from '#shared/contract/finance/to-check.ts';
import { formatCount } from '#shared/grouped.ts';
import { isHidden } from '#shared/phone.ts';
import { formatAccount } from '../formats.ts';
import type { ActChoice } from './act-buttons.tsx';
import type { ActName } from './labels.ts';

/** Returns whether a line needs a decision. */
export const isOpen = ({ state }: Pick<ReconciliationLine, 'state'>) =>
	(OPEN_STATES as readonly string[]).includes(state);

const suggestAssignment = (suggestion: ToCheckSuggestion): ActChoice => {
	const { account_reference: account = '', months, ids, text: reason } = suggestion;
	if (ids)
		return {
			act: 'assign',
			label: `Count together: ${formatCount(months ?? 0, 'month')}`,
			direct: {
				what: 'assignment',
				about: ids.map((id) => ({ kind: 'payment', id })),
				values: { together: true, reason },
				done: 'Counted together',
			},
		};
	// A masked number is chosen in the form, by its id.
	if (isHidden(account)) return { act: 'assign' };
	return {
		act: 'assign',
		label: `Assign to ${formatAccount(account)}`,
		direct: {
			what: 'assignment',
			values: { account_reference: account, months, reason },
			done: 'Payment assigned',
		},
	};
};

/** Returns the button of a suggestion of an entry. */
const toChoice = (suggestion: ToCheckSuggestion): ActChoice => {
	const { act, text: reason } = suggestion;
	if (act === 'assignment') return suggestAssignment(suggestion);
	if (act === 'same' && suggestion.decision === undefined)
		return {
			act: 'same',
			label: 'Same money',
			direct: { what: 'same', values: { reason }, done: 'Counted once' },
		};
	if (act === 'decided')
		return {
			act: 'this_is',
			label: 'Will be given back',
			start: 'to_return',
			direct: {
				what: 'decided',
				values: { as: 'to_return', reason },
				done: 'Waits under To give back',
			},
		};
	return act === 'book' ? { act: 'book', label: 'Count it' } : { act: 'attach', label: 'Attach…' };
};

/** The kinds whose entries are only seen. */
const ONLY_SEEN = ['changed_after_closing', 'closed_account', 'marked'];

const listActs = ({ kind, acts }: ToCheckItem): ActChoice[] => {
	if (ONLY_SEEN.includes(kind))
		return acts.map((act) => ({ act: act === 'note' ? 'note' : 'seen' }));
	const choices = acts.map((act): ActChoice => {
		if (act === 'assignment') return { act: 'assign' };
		if (act === 'refund') return { act: 'give_back', start: 'refund' };
		if (act === 'reversal')
			return { act: 'give_back', label: 'Record reversal…', start: 'reversal' };
		if (act === 'book') return { act: 'book', label: 'Count it…' };
		return { act: ['attach', 'same', 'note'].includes(act) ? (act as ActName) : 'this_is' };
	});
	return choices.filter(
		({ act }, at) => act !== 'this_is' || choices.findIndex((each) => each.act === act) === at,
	);
};

/** Lists the buttons of an entry of To check: what is suggested, then what it allows. */
export const listItemChoices = (item: ToCheckItem): ActChoice[] => {
	const suggested = item.suggestions.map(toChoice);
	const once = suggested.filter(
		({ label }, at) => suggested.findIndex((each) => each.label === label) === at,
	);
	const acts = new Set(suggested.map(({ act }) => act));
	// A form that a suggestion opens is not offered twice.
	const isTaken = ({ act }: ActChoice) => (act === 'attach' || act === 'book') && acts.has(act);
	return [...once, ...listActs(item).filter((choice) => !isTaken(choice))];
};

/** Lists the acts that several entries of a kind can be decided by together. */
export const listCommonActs = ([item]: readonly ToCheckItem[]): ActName[] => {
	if (!item) return [];
	if (ONLY_SEEN.includes(item.kind)) return ['seen'];
	const names: ActName[] = [];
	if (item.acts.includes('assignment')) names.push('assign');
	if (item.acts.includes('book')) names.push('book');
	if (item.acts.includes('decided')) names.push('this_is');
	return names;
};

/** Returns the suggestion of a line if it is likely; else undefined. */
export const findLikely = ({ suggestions: [first] }: ReconciliationLine) =>
	first?.likely ? first : undefined;

const SMALL = 'Differs by less than one shilling: payments are whole shillings';

/** Returns whether the amounts of a line and its payment differ by less than one shilling. */
export const isBelowShilling = ({ state, paid_in, transaction }: ReconciliationLine) =>
	state === 'amount_differs' && Math.abs((paid_in ?? 0) - (transaction?.amount ?? 0)) < 1;

/** Leaves lines that differ by less than one shilling. */
export const acceptDifference = {
	what: 'decided',
	values: { as: 'other', reason: SMALL },
	done: 'Difference accepted',
} as const;

/** Returns whether a line can be booked as a payment, in whole shillings: incoming money of one shilling or more. */
const canBePayment = ({ kind, paid_in }: ReconciliationLine) =>
	(kind === 'payment' || kind === 'other') && (paid_in ?? 0) >= 1;

/** Returns whether a line can be booked together with others: incoming money that no payment of ours is. */
export const canBook = (line: ReconciliationLine) =>
	line.state === 'only_statement' && canBePayment(line) && !line.second_line && !findLikely(line);

const suggestAttachment = (line: ReconciliationLine): ActChoice[] => {
	const likely = findLikely(line);
	if (!likely) return [];
	const { line_id, transaction_id, same } = likely;
	return [
		{
			act: 'attach',
			label: 'Attach',
			direct: {
				what: 'attach',
				about: [{ kind: 'line', id: line_id }],
				values: { transaction_id, ...(same && { same }) },
				done: 'Attached',
			},
		},
	];
};

const leave: ActChoice = { act: 'this_is', label: 'Leave it, with a reason', start: 'other' };

/** What a line is that is no payment of ours. */
const isNone: readonly ActChoice[] = [
	{ act: 'this_is', label: 'Not ours', start: 'not_ours' },
	{ act: 'this_is', label: 'Will be given back', start: 'to_return' },
	leave,
];

/** Lists the buttons of a line of the month, the likeliest first. */
export const listLineChoices = (line: ReconciliationLine): ActChoice[] => {
	const suggested = suggestAttachment(line);
	const attach: ActChoice = { act: 'attach' };
	const refund: ActChoice[] =
		line.transaction?.status === 'completed' ? [{ act: 'give_back' }] : [];
	if (!isOpen(line)) return line.state === 'matched' ? refund : suggested;
	if (line.state === 'reversal_open') return [...suggested, attach, leave];
	if (line.state === 'paid_out')
		return [...suggested, { ...attach, label: 'Record refund…' }, leave];
	if (line.second_line) {
		const values = { as: 'other', reason: line.reason };
		const direct = { what: 'decided', values, done: 'Left, with a reason' } as const;
		return [{ act: 'this_is', label: 'Already counted', direct }, ...suggested, attach, ...isNone];
	}
	if (line.state === 'only_statement' && canBePayment(line))
		return [...suggested, { act: 'book' }, attach, ...isNone];
	if (line.state === 'only_books') return [...suggested, attach, ...isNone, ...refund];
	return [
		...(isBelowShilling(line)
			? [{ act: 'this_is' as const, label: 'Accept', direct: acceptDifference }]
			: []),
		leave,
		...isNone.filter((each) => each !== leave),
		...refund,
	];
};
