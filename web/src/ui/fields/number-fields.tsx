import { TextInput } from '@mantine/core';
import { grouped } from '#shared/grouped.ts';
import type { Values } from '../form/resource-form.ts';
import { type FieldProps, useTypedField } from './use-field.ts';

interface WholeProps<V extends Values> extends FieldProps<V> {
	description?: string;
	required?: boolean;
	/** Groups the thousands when nobody is typing: 12,500. */
	inThousands?: boolean;
	/** The number for nothing and for what is no number at all; without one the contract says what is wrong. */
	fallback?: number;
}

const IN_THOUSANDS = /^\d{1,3}([, ]\d{3})+$/;
/** More digits than every number keeps exactly. */
const WHOLE = /^-?\d{1,15}$/;

/** The number that a text is, or null for nothing; what is no whole number stays the text. */
const numberIn = (text: string, fallback: number | undefined) => {
	const trimmed = text.trim();
	const digits = IN_THOUSANDS.test(trimmed) ? trimmed.replace(/[, ]/g, '') : trimmed;
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
	const { inThousands, fallback } = props;
	const input = useTypedField(
		props,
		(text) => numberIn(text, fallback),
		(value) =>
			inThousands && typeof value === 'number' && value > 0 ? grouped(value) : `${value ?? ''}`,
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
