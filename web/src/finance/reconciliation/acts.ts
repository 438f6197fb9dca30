import {
	IconBookUpload,
	IconCopy,
	IconCornerUpLeft,
	IconDots,
	IconLink,
	IconLinkPlus,
	IconReceiptRefund,
	IconUserOff,
	type TablerIcon,
} from '@tabler/icons-react';
import {
	lineSettlements,
	type ReconciliationLine,
} from '#shared/contract/finance/reconciliation.ts';
import { OPEN_STATES } from '#shared/contract/finance/reconciliation-query.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';

/** Actions on a line: accept the suggestion, or decide manually. */
export type Act =
	| 'suggested'
	| 'book'
	| 'attach'
	/** Attaches a line of outgoing money to the payment that it refunds. */
	| 'refund'
	/** Records a refund or reversal of the payment that the line belongs to. */
	| 'adjust'
	| keyof typeof lineSettlements;

/** Label and icon of each action, and the title of the notification after it. */
export const acts: Record<Act, { words: string; icon: TablerIcon; done: string }> = {
	suggested: { words: 'Attach', icon: IconLink, done: 'Attached' },
	book: { words: 'Book it', icon: IconBookUpload, done: 'Booked' },
	attach: { words: 'Attach to…', icon: IconLinkPlus, done: 'Attached' },
	refund: { words: 'Record refund…', icon: IconReceiptRefund, done: 'Refund recorded' },
	adjust: { words: 'Record refund…', icon: IconReceiptRefund, done: 'Recorded' },
	not_ours: { words: lineSettlements.not_ours, icon: IconUserOff, done: 'Decided: not ours' },
	duplicate: { words: lineSettlements.duplicate, icon: IconCopy, done: 'Decided: a duplicate' },
	to_return: {
		words: lineSettlements.to_return,
		icon: IconCornerUpLeft,
		done: 'To be returned',
	},
	other: { words: 'Leave it, with a reason', icon: IconDots, done: 'Decided' },
};

/** Returns whether a line needs a decision. */
export const isOpen = ({ state }: Pick<ReconciliationLine, 'state'>) =>
	(OPEN_STATES as readonly string[]).includes(state);

/** Returns the suggestion of a line if it is likely; else undefined. */
export const findLikely = ({ suggestions: [first] }: ReconciliationLine) =>
	first?.likely ? first : undefined;

const SETTLEMENTS = Object.keys(lineSettlements) as (keyof typeof lineSettlements)[];

/** Returns whether a line can be booked as a payment, in whole shillings: incoming money of one shilling or more. */
const canBePayment = ({ kind, paid_in }: ReconciliationLine) =>
	(kind === 'payment' || kind === 'other') && (paid_in ?? 0) >= 1;

const isCompleted = ({ transaction }: ReconciliationLine) => transaction?.status === 'completed';

/** Returns whether a line can be booked together with others: incoming money that no payment of ours is. */
export const canBook = (line: ReconciliationLine) =>
	line.state === 'only_statement' && canBePayment(line) && !line.second_line && !findLikely(line);

/** Returns the actions for a line, likeliest first. */
export const listActs = (line: ReconciliationLine): Act[] => {
	const suggested: Act[] = findLikely(line) ? ['suggested'] : [];
	if (line.state === 'reversal_open') return [...suggested, 'attach', 'other'];
	const adjusts: Act[] = isCompleted(line) ? ['adjust'] : [];
	if (!isOpen(line)) return line.state === 'matched' ? adjusts : suggested;
	if (line.state === 'paid_out') return [...suggested, 'refund', 'other'];
	if (line.second_line)
		return [
			...['duplicate' as const, ...suggested, 'attach' as const],
			...SETTLEMENTS.filter((each) => each !== 'duplicate'),
		];
	if (line.state === 'only_statement' && canBePayment(line))
		return [...suggested, 'book', 'attach', ...SETTLEMENTS];
	if (line.state === 'only_books') return [...suggested, 'attach', ...SETTLEMENTS, ...adjusts];
	return ['other', ...SETTLEMENTS.filter((each) => each !== 'other'), ...adjusts];
};

/** Returns the amount of a line in shillings: paid in, withdrawn (negative), or the amount in our books. */
export const getLineAmount = ({ paid_in, withdrawn, transaction }: ReconciliationLine) =>
	paid_in || (withdrawn ? -withdrawn : (transaction?.amount ?? 0));

/** Returns the amount that a decision explains, in shillings: the difference if a line and its payment differ. */
const getDecidedAmount = (line: ReconciliationLine) =>
	line.state === 'amount_differs'
		? Math.abs(Math.round((line.counts.in - line.counts.books) * 100)) / 100
		: getLineAmount(line);

/** Sums the amounts that decisions about lines explain, in shillings. */
export const sumDecided = (lines: readonly ReconciliationLine[]) =>
	lines.reduce((sum, line) => sum + Math.round(getDecidedAmount(line) * 100), 0) / 100;

/** Returns the known name, phone and account of the payer: 'Jane · 0712… · A1'. */
export const formatPayer = ({ payer_name, phone, account_reference }: ReconciliationLine) =>
	[payer_name, phone, account_reference].filter(Boolean).join(' · ');

/** Returns the amount, receipt and payer of a line in one line of text. */
export const formatLine = (line: ReconciliationLine) =>
	[formatMoney(getLineAmount(line)), line.receipt, formatPayer(line)].filter(Boolean).join(' · ');
