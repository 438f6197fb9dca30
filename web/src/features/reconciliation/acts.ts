import { lineSettlements, type ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { OPEN_STATES } from '#shared/contract/reconciliation-query.ts';

/** What a person can do about a line: attach what is suggested, or decide by themselves. */
export type Act = 'suggested' | 'book' | 'attach' | keyof typeof lineSettlements;

/** What each is called, and the key that does it. */
export const acts: Record<Act, { words: string; key: string }> = {
	suggested: { words: 'Attach', key: 'enter' },
	book: { words: 'Book it', key: 'b' },
	attach: { words: 'Attach to…', key: 'a' },
	not_ours: { words: lineSettlements.not_ours, key: 'n' },
	duplicate: { words: lineSettlements.duplicate, key: 'd' },
	to_return: { words: lineSettlements.to_return, key: 'r' },
	other: { words: 'Explain it', key: 'e' },
};

/** One that a line can be attached to, or, of a payment, one of the lines that it can be attached by. */
export interface Option {
	lineId: string;
	transactionId: string;
	label: string;
	description: string;
	final: boolean;
	/** Of another amount: it is shown, and cannot be chosen. */
	unfit: boolean;
}

/** Whether a line needs a decision. */
export const isOpen = ({ state }: Pick<ReconciliationLine, 'state'>) =>
	(OPEN_STATES as readonly string[]).includes(state);

/** What it most likely belongs to. */
export const likelyOf = ({ suggestions: [first] }: ReconciliationLine) =>
	first?.likely ? first : undefined;

const SETTLEMENTS = Object.keys(lineSettlements) as (keyof typeof lineSettlements)[];

/** What can be done about a line as it stands, the likeliest first. */
export const actsFor = (line: ReconciliationLine): Act[] => {
	const suggested: Act[] = likelyOf(line) ? ['suggested'] : [];
	// A reversal is explained as it is; which payment it takes back, where it does not say, a person may.
	if (line.state === 'reversed' && !line.transaction && line.linked_receipt === null)
		return [...suggested, 'attach'];
	if (!isOpen(line)) return suggested;
	if (line.state === 'only_statement') return [...suggested, 'book', 'attach', ...SETTLEMENTS];
	if (line.state === 'only_books') return [...suggested, 'attach', ...SETTLEMENTS];
	return ['other', ...SETTLEMENTS.filter((each) => each !== 'other')];
};
