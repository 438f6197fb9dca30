import { TextInput } from '@mantine/core';
import { grouped } from '#shared/grouped.ts';
import type { Values } from '../form/resource-form.ts';
import { type FieldProps, useTypedField } from './use-field.ts';

interface WholeOptions {
	/** Groups thousands while the field has no focus: 12,500. */
	inThousands?: boolean;
	/** The number for empty and non-numeric text; without it the contract's message is shown. */
	fallback?: number;
}

interface WholeProps<V extends Values> extends FieldProps<V>, WholeOptions {
	description?: string;
	required?: boolean;
}

const IN_THOUSANDS = /^\d{1,3}([, ]\d{3})+$/;
/** Cents of a whole amount, as in 2,500.00 pasted from a sheet. */
const ZERO_CENTS = /\.00?$/;
/** At most 15 digits, which a number can represent exactly. */
const WHOLE = /^-?\d{1,15}$/;

/** Parses a whole number: null for an empty text, and the text itself if it is not a number. */
const parseWhole = (text: string, { inThousands, fallback }: WholeOptions) => {
	const trimmed = text.trim();
	const whole = inThousands ? trimmed.replace(ZERO_CENTS, '') : trimmed;
	const digits = IN_THOUSANDS.test(whole) ? whole.replace(/[, ]/g, '') : whole;
	if (WHOLE.test(digits)) return Number(digits);
	if (fallback !== undefined && Number.isNaN(Number.parseFloat(digits))) return fallback;
	return digits === '' ? null : text;
};

/**
 * Renders a field for a whole number; empty is null. Keeps invalid text and shows the contract's message. A text input
 * with a numeric keypad, because `type="number"` hides invalid text from scripts and changes the value on scroll.
 */
export const WholeField = <V extends Values>(props: WholeProps<V>) => {
	const input = useTypedField(
		props,
		(text) => parseWhole(text, props),
		(value) =>
			props.inThousands && typeof value === 'number' && value > 0
				? grouped(value)
				: `${value ?? ''}`,
	);
	return (
		<TextInput
			{...input}
			description={props.description}
			required={props.required ?? false}
			autoComplete="off"
			inputMode="numeric"
		/>
	);
};
