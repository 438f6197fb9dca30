import { type Period, periodStates } from '#shared/contract/periods.ts';
import { Badge } from '../../ui/rows/badge.tsx';

const colours = { open: 'gray', review: 'yellow', closed: 'brand' } as const;

/** How a month stands. */
export const PeriodBadge = ({ state }: Pick<Period, 'state'>) => (
	<Badge color={colours[state]}>{periodStates[state]}</Badge>
);
