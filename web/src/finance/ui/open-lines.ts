import type { MonthFigures } from '#shared/contract/finance/reconciliation.ts';
import { OPEN_STATES } from '#shared/contract/finance/reconciliation-query.ts';
import { formatCount } from '#shared/grouped.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';

/** Formats what is still to decide in a month: its amount, or the number of lines if their amounts add up to 0. */
export const formatOpen = ({
	unexplained,
	states,
}: Pick<MonthFigures, 'unexplained' | 'states'>) => {
	const count = OPEN_STATES.reduce((sum, state) => sum + states[state].count, 0);
	return unexplained === 0 && count > 0 ? formatCount(count, 'line') : formatMoney(unexplained);
};
