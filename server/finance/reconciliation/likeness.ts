import { countEdits } from '#shared/edits.ts';
import { formatCount } from '#shared/grouped.ts';
import { compareShown } from '#shared/phone.ts';
import { formatCents } from './reasons.ts';

/** The fields of a line or a payment that are compared. */
export interface Side {
	/** Milliseconds. */
	at: number;
	receipt: string | null;
	phone: string | null;
	payer: string | null;
	account: string | null;
	/** The status of a payment; null for a line. */
	status: string | null;
}

/** Evidence that a line and a payment belong together: its weight, and its words. */
interface Sign {
	weight: number;
	words: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EDITS = ['', 'one character', 'two characters'];

/** Start of the reason for receipts that are almost alike. */
export const RECEIPT_DIFFERS = 'The receipt differs by';

/** Compares receipts. Undefined if they differ too much; weight 0 if one has no receipt. */
const compareReceipts = ({ receipt: one }: Side, { receipt: other }: Side): Sign | undefined => {
	if (one === null || other === null) return { weight: 0, words: '' };
	const edits = countEdits(one, other, 2);
	if (!edits) return undefined;
	const words = `${RECEIPT_DIFFERS} ${EDITS[edits]}: ${one}, ${other}`;
	return { weight: edits === 1 ? 60 : 40, words };
};

/** Returns whether two spellings, possibly masked, are the same number; undefined if they show too few digits. */
const isSamePhone = (one: string | null, other: string | null) => {
	if (!one || !other) return undefined;
	if (one === other) return true;
	const shown = compareShown(one, other);
	return shown && shown.first >= 4 && shown.last >= 3 ? shown.isAlike : undefined;
};

const formatBoth = (name: string, one: string, other: string) =>
	one === other ? `${name} ${one}` : `${name} ${one}, ${other}`;
const readFirstName = (payer: string | null) => payer?.trim().split(/\s+/)[0]?.toLowerCase();

const comparePayers = (line: Side, payment: Side): Sign[] => {
	const signs: Sign[] = [];
	const same = isSamePhone(line.phone, payment.phone);
	if (same)
		signs.push({ weight: 30, words: formatBoth('phone', line.phone ?? '', payment.phone ?? '') });
	const name = readFirstName(line.payer);
	if (same !== false && name && name === readFirstName(payment.payer))
		signs.push({ weight: 10, words: formatBoth('payer', line.payer ?? '', payment.payer ?? '') });
	const account = line.account?.toLowerCase();
	if (account && account === payment.account?.toLowerCase())
		signs.push({ weight: 20, words: `account ${line.account}` });
	return signs;
};

/** Returns whether a line and a payment have the same phone, name or account. */
export const hasSamePayer = (line: Side, payment: Side) => comparePayers(line, payment).length > 0;

const compareTimes = (one: Side, other: Side): Sign => {
	const apart = Math.abs(one.at - other.at);
	const minutes = Math.round(apart / MINUTE_MS);
	if (minutes < 1) return { weight: 25, words: 'within a minute' };
	if (minutes < 120)
		return { weight: minutes <= 30 ? 15 : 5, words: `${formatCount(minutes, 'minute')} apart` };
	const hours = Math.round(apart / MINUTE_MS / 60);
	if (hours < 48) return { weight: apart <= DAY_MS ? 5 : 0, words: `${hours} hours apart` };
	return { weight: 0, words: `${Math.round(hours / 24)} days apart` };
};

/** Sentences about a payment that is not completed. */
const STATUS_WORDS: Record<string, string> = {
	pending: 'The payment is still pending',
	failed: 'The payment failed, as far as we know',
};

/** Minimum weight of the time difference as the only evidence. */
const TIME_ALONE = 15;

/**
 * Scores how well a line and a payment match by their amounts (in cents; a reversal may take back a part), with the reason in words that name both
 * values. Undefined without evidence, or if the receipts differ. A payment that is not completed needs the payer or the
 * account as evidence.
 */
export const compareSides = (
	line: Side,
	payment: Side,
	[amount, whole]: readonly [amount: number, whole: number],
) => {
	const receipt = compareReceipts(line, payment);
	if (!receipt) return undefined;
	const payer = comparePayers(line, payment);
	const time = compareTimes(line, payment);
	const isCompleted = payment.status === 'completed';
	const isAlike =
		receipt.weight > 0 || payer.length > 0 || (isCompleted && time.weight >= TIME_ALONE);
	if (!isAlike) return undefined;
	const paymentState = isCompleted
		? payment.receipt === null && 'The payment has no receipt yet'
		: STATUS_WORDS[payment.status ?? ''];
	const sums =
		amount === whole
			? `both ${formatCents(amount)}`
			: `${formatCents(amount)} of ${formatCents(whole)}`;
	const alike = [sums, ...payer.map(({ words }) => words), time.words];
	const signs = [receipt, ...payer, time];
	return {
		score: signs.reduce(
			(sum, { weight }) => sum + weight,
			(isCompleted ? 5 : 0) + (amount === whole ? 10 : 0),
		),
		reason: `${[receipt.words, paymentState, capitalize(alike.join(', '))].filter(Boolean).join('. ')}.`,
	};
};

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
