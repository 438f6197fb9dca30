import { decisionWords } from '#shared/contract/decisions.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import type { StoredDecision } from './store.ts';

/** Returns what a decision is, as a part of a sentence: `a refund of KSh 10`. */
const nameDecision = ({ what, amount_shillings, account_reference, months }: StoredDecision) => {
	if (what === 'reversal' || what === 'refund')
		return `a ${what} of KSh ${formatWhole(amount_shillings ?? 0)}`;
	if (what === 'assignment')
		return account_reference === null ? 'an assignment' : `an assignment to “${account_reference}”`;
	if (what === 'grant') return `a grant of ${formatCount(months ?? 0, 'month')}`;
	if (what === 'note') return 'a note';
	return `the decision “${decisionWords[what]}”`;
};

/** Describes a decision that rests on another one: `Take back a refund of KSh 10 first (Administrator: half).` */
export const describeResting = (decision: StoredDecision) =>
	`Take back ${nameDecision(decision)} first (${decision.actor_name}: ${decision.reason}).`;
