import { NumberInput } from '@mantine/core';
import { YEAR_MAX, YEAR_MIN } from '#shared/contract/exam-sets.ts';
import type { Values } from '../form/entry.ts';
import { type FieldProps, useField } from './use-field.ts';

interface WholeProps<V extends Values> extends FieldProps<V> {
	label?: string;
	description?: string;
	placeholder?: string;
	required?: boolean;
	/** Announced to assistive technology; the contract checks, nothing is clamped. */
	min?: number;
	max?: number;
	/** Groups the thousands: 12,500. */
	grouped?: boolean;
	suffix?: string;
}

/** A whole number; nothing is null. What is typed is never changed, the contract says what is wrong. */
export const WholeField = <V extends Values>({ label = 'Number', ...props }: WholeProps<V>) => {
	const { value, set, input } = useField(props, label);
	return (
		<NumberInput
			{...input}
			value={(value as number | string | null) ?? ''}
			onChange={(typed) => set(typed === '' ? null : typed)}
			description={props.description}
			placeholder={input.placeholder ?? props.placeholder}
			required={props.required ?? false}
			thousandSeparator={props.grouped ? ',' : ''}
			suffix={props.suffix ?? ''}
			min={props.min}
			max={props.max}
			autoComplete="off"
			clampBehavior="none"
			inputMode="numeric"
			hideControls
		/>
	);
};

/** The display order among siblings. */
export const OrderField = <V extends Values>(props: WholeProps<V>) => (
	<WholeField label="Order" min={1} required {...props} />
);

/** The year of an exam set. */
export const YearField = <V extends Values>(props: WholeProps<V>) => (
	<WholeField label="Year" min={YEAR_MIN} max={YEAR_MAX} required {...props} />
);

/** A price in whole Kenyan shillings, optional. */
export const PriceField = <V extends Values>(props: WholeProps<V>) => (
	<WholeField label="Price (KES)" min={0} grouped {...props} />
);
