import { IconCalendarOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isBackwards, TO_BEFORE_FROM } from '#shared/day-range.ts';
import { Empty } from '../empty.tsx';
import { useListState } from '../list-state.ts';

/** What the `DayField` of one end of a list's days is made of; the days are in the address. */
export const useDay = (name: 'from' | 'to') => {
	const [{ from, to }, change] = useListState();
	const { [name]: day = '' } = { from, to };
	return {
		value: day,
		min: name === 'to' ? from : undefined,
		max: name === 'from' ? to : undefined,
		error: name === 'to' && isBackwards({ from, to }) && TO_BEFORE_FROM,
		onChange: (chosen: string) => change({ [name]: chosen || undefined }),
	};
};

/** Stands in place of a list that was not asked for, because its days end before they begin. */
export const NoSuchDays = ({ action }: { action: ReactNode }) => (
	<Empty
		icon={IconCalendarOff}
		title="These days end before they begin"
		text="Choose other days, or take the filters away."
		action={action}
	/>
);
