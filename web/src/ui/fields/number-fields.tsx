import { TextInput } from '@mantine/core';
import { grouped } from '#shared/grouped.ts';
import type { Values } from '../form/resource-form.ts';
import { type FieldProps, useTypedField } from './use-field.ts';

interface WholeOptions {
	/** Groups the thousands when nobody is typing: 12,500. */
	inThousands?: boolean;
	/** The number for nothing and for what is no number at all; without one the contract says what is wrong. */
	fallback?: number;
}

interface WholeProps<V extends Values> extends FieldProps<V>, WholeOptions {
	description?: string;
	required?: boolean;
}

const IN_THOUSANDS = /^\d{1,3}([, ]\d{3})+$/;
/** Cents of a whole amount, as in 2,500.00 pasted from a sheet. */
const ZERO_CENTS = /\.00?$/;
/** More digits than every number keeps exactly. */
const WHOLE = /^-?\d{1,15}$/;

/** Returns the number that a text stands for, null for an empty text, and the text itself for anything else. */
const parseWhole = (text: string, { inThousands, fallback }: WholeOptions) => {
	const trimmed = text.trim();
	const whole = inThousands ? trimmed.replace(ZERO_CENTS, '') : trimmed;
	const digits = IN_THOUSANDS.test(whole) ? whole.replace(/[, ]/g, '') : whole;
	if (WHOLE.test(digits)) return Number(digits);
	if (fallback !== undefined && Number.isNaN(Number.parseFloat(digits))) return fallback;
	return digits === '' ? null : text;
};

/**
 * A whole number; nothing is null. Nothing that is typed is taken away: the contract says what is wrong
 * with it. Plain text with the keys for digits: `type="number"` hides from a program what is no number,
 * and changes it when somebody scrolls.
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
