import { IconCalendarOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isBackwards, TO_BEFORE_FROM } from '#shared/day-range.ts';
import { parseDay } from '#shared/east-africa-time.ts';
import { Empty } from '../empty.tsx';
import { useListState } from '../list-state.ts';

/**
 * What an input of one end of a list's days is made of; the days are in the address. A year that is still
 * being typed is no day yet, and stays in the input.
 */
export const useDay = (name: 'from' | 'to') => {
	const [{ from, to }, change] = useListState();
	const { [name]: day = '' } = { from, to };
	const [text, setText] = useState(day);
	useEffect(() => setText(day), [day]);
	return {
		type: 'date',
		value: text,
		min: name === 'to' ? from : undefined,
		max: name === 'from' ? to : undefined,
		error: name === 'to' && isBackwards({ from, to }) && TO_BEFORE_FROM,
		onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
			setText(value);
			if (value === '' || parseDay(value) !== undefined) change({ [name]: value || undefined });
		},
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
