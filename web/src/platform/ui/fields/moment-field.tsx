import { Group, Input, SegmentedControl, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { now } from '#shared/clock.ts';
import { formatEastAfricaTime, getDayStart, toDayNumber } from '#shared/east-africa-time.ts';
import { formatStart, isLater } from '../format/dates.ts';
import { DayField } from './day-field.tsx';
import { useField } from './use-field.ts';

const HOUR_MS = 3_600_000;

interface MomentFieldProps {
	label: ReactNode;
	/** An instant, or null for now. */
	value: string | null;
	onChange: (value: string | null) => void;
	error?: ReactNode;
	readOnly?: boolean;
}

/** Returns tomorrow at 08:00. */
export const proposeMoment = () =>
	new Date(getDayStart(toDayNumber(now()) + 1) + 8 * HOUR_MS).toISOString();

/** Renders a choice between now and a later moment, in East Africa Time. */
export const MomentField = ({ label, value, onChange, error, readOnly }: MomentFieldProps) => {
	const id = useId();
	const [wantsLater, setWantsLater] = useState(false);
	const isFrom = value !== null && (wantsLater || isLater(value));
	const text = value === null ? '' : formatEastAfricaTime(Date.parse(value));
	const [day, time] = [text.slice(0, 10), text.slice(11, 16)];
	const set = (nextDay: string, nextTime: string) => {
		if (nextDay && nextTime)
			onChange(new Date(`${nextDay}T${nextTime.slice(0, 5)}:00+03:00`).toISOString());
	};
	const about = isLater(value)
		? 'East Africa Time, at most a year ahead.'
		: 'East Africa Time. A past moment counts as now.';
	return (
		<Input.Wrapper label={label} error={error} labelElement="div" labelProps={{ id }}>
			<Group gap="xs" align="start">
				<SegmentedControl
					aria-labelledby={id}
					readOnly={readOnly ?? false}
					value={isFrom ? 'from' : 'now'}
					onChange={(chosen) => {
						setWantsLater(chosen === 'from');
						onChange(chosen === 'from' ? proposeMoment() : null);
					}}
					data={[
						{ value: 'now', label: 'Now' },
						{ value: 'from', label: 'From …' },
					]}
				/>
				{isFrom && (
					<>
						<DayField
							what="Shown from"
							aria-label="Day"
							readOnly={readOnly ?? false}
							value={day}
							onChange={(next) => set(next, time)}
						/>
						<TextInput
							type="time"
							aria-label="Time"
							readOnly={readOnly ?? false}
							value={time}
							onChange={({ currentTarget }) => set(day, currentTarget.value)}
						/>
					</>
				)}
			</Group>
			{isFrom && (
				<Text size="xs" c="dimmed" mt={4}>
					{about}
				</Text>
			)}
		</Input.Wrapper>
	);
};

/** Renders the moment from which learners see an item, in its form. */
export const VisibleFromField = () => {
	const { value, set, input, isReadOnly } = useField({ name: 'visible_from' });
	const moment = value as string | null;
	if (isReadOnly)
		return (
			<Input.Wrapper label={input.label} labelElement="div" className={input.className}>
				<Text>{isLater(moment) ? `${formatStart(moment)}, East Africa Time` : 'Now'}</Text>
			</Input.Wrapper>
		);
	return (
		<MomentField
			label={input.label}
			value={moment}
			onChange={set}
			error={input.error}
			readOnly={input.readOnly}
		/>
	);
};
