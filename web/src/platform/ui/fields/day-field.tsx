import { ActionIcon, Box, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar, IconCalendarOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isBackwards, TO_BEFORE_FROM } from '#shared/day-range.ts';
import { useListState } from '../address/list-state.ts';
import { formatDay, parseDayText } from '../format/day-text.ts';
import { Empty } from '../loading/empty.tsx';
import { useFieldError } from './use-form.ts';

interface DayFieldProps
	extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> {
	/** The label of the calendar button for screen readers: 'From'. */
	what: string;
	/** A day `yyyy-MM-dd`, or ''. */
	value: string;
	/** Called when a complete day was typed, pasted or chosen, or the field was emptied. */
	onChange: (day: string) => void;
	/** The first and the last day of the calendar. */
	min?: string | undefined;
	max?: string | undefined;
}

const NO_DAY = 'Enter the day as dd/mm/yyyy';

/**
 * Renders a field for a day that is typed or pasted as dd/mm/yyyy, or chosen in the browser's calendar. A native date
 * field would use the order of the browser's language.
 */
export const DayField = ({ what, value, onChange, min, max, error, ...field }: DayFieldProps) => {
	const [text, setText] = useState(formatDay(value));
	const [wrong, setWrong] = useState(false);
	const calendar = useRef<HTMLInputElement>(null);
	const message = useFieldError(field.name ?? '');
	useEffect(() => {
		setText(formatDay(value));
		setWrong(false);
	}, [value]);
	const type = (typed: string, finished: boolean) => {
		const day = typed.trim() === '' ? '' : parseDayText(typed, finished);
		setText(finished && day ? formatDay(day) : typed);
		setWrong(finished && day === undefined);
		if (day !== undefined && day !== value) onChange(day);
	};
	return (
		<Box pos="relative" miw="8.5rem" maw="10rem">
			<TextInput
				{...field}
				placeholder="dd/mm/yyyy"
				inputMode="numeric"
				autoComplete="off"
				maxLength={40}
				value={text}
				error={(wrong && NO_DAY) || error || message}
				onChange={(event) => type(event.currentTarget.value, false)}
				onBlur={() => type(text, true)}
				onKeyDown={({ key }) => key === 'Enter' && type(text, true)}
				rightSection={
					<ActionIcon
						aria-label={`Calendar: ${what}`}
						size={30}
						onClick={() => calendar.current?.showPicker()}
					>
						<IconCalendar size={17} aria-hidden />
					</ActionIcon>
				}
			/>
			{/* Only its calendar is ever seen. */}
			<input
				ref={calendar}
				type="date"
				tabIndex={-1}
				aria-hidden
				style={{
					position: 'absolute',
					inset: 'auto 0 0',
					height: 36,
					opacity: 0,
					pointerEvents: 'none',
				}}
				value={value}
				min={min}
				max={max}
				onChange={(event) => onChange(event.currentTarget.value)}
			/>
		</Box>
	);
};

/** Returns the state of one end of a date range in the address. */
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

/** Renders a notice instead of a list whose end date is before its start date, and which is therefore not requested. */
export const NoSuchDays = ({ action }: { action: ReactNode }) => (
	<Empty
		icon={IconCalendarOff}
		title="The end date is before the start date"
		text="Choose other days, or clear the filters."
		action={action}
	/>
);
