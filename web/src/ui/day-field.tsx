import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { dayWritten, readDay } from './day-text.ts';
import classes from './list/list.module.css';

interface DayFieldProps
	extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> {
	/** Names it for screen readers, at the button of its calendar: 'From'. */
	what: string;
	/** A day `yyyy-MM-dd`, or nothing. */
	value: string;
	/** A whole day was typed, pasted or chosen, or the field was emptied. */
	onChange: (day: string) => void;
	/** The first and the last that the calendar offers. */
	min?: string | undefined;
	max?: string | undefined;
}

const NO_DAY = 'Write the day as dd/mm/yyyy';

/**
 * A day that a person types or pastes as dd/mm/yyyy, or chooses from the browser's own calendar; the browser's own
 * field would show it in the order of its own language.
 */
export const DayField = ({ what, value, onChange, min, max, error, ...field }: DayFieldProps) => {
	const [text, setText] = useState(dayWritten(value));
	const [wrong, setWrong] = useState(false);
	const calendar = useRef<HTMLInputElement>(null);
	useEffect(() => {
		setText(dayWritten(value));
		setWrong(false);
	}, [value]);
	const type = (typed: string, finished: boolean) => {
		const day = typed.trim() === '' ? '' : readDay(typed, finished);
		setText(finished && day ? dayWritten(day) : typed);
		setWrong(finished && day === undefined);
		if (day !== undefined && day !== value) onChange(day);
	};
	return (
		<div className={classes.day}>
			<TextInput
				{...field}
				placeholder="dd/mm/yyyy"
				inputMode="numeric"
				autoComplete="off"
				maxLength={12}
				value={text}
				error={(wrong && NO_DAY) || error}
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
				value={value}
				min={min}
				max={max}
				onChange={(event) => onChange(event.currentTarget.value)}
			/>
		</div>
	);
};
