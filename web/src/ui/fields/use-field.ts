import { useEffect } from 'react';
import type { Described, Entry, Values } from '../form/entry.ts';
import classes from './fields.module.css';

/** What every field takes: the form, and its own name there. */
export interface FieldProps<V extends Values> {
	entry: Entry<V>;
	name: keyof V & string;
}

const plainly: Described['show'] = (value) =>
	value === null || value === '' ? 'Nothing' : String(value);

/**
 * Binds an input to a field of a form: its value, its error, and how it is called. Use it to write
 * a field of your own.
 */
export const useField = <V extends Values>(
	{ entry, name }: FieldProps<V>,
	label: string,
	show: Described['show'] = plainly,
) => {
	const { describe } = entry;
	useEffect(() => describe(name, { label, show }));
	const { value, onChange, ...rest } = entry.form.getInputProps(name as never);
	return {
		value: value as Values[string],
		set: onChange as (value: unknown) => void,
		input: {
			...rest,
			label,
			name,
			readOnly: entry.readOnly || entry.saving,
			// To be looked at, not to be filled in: the value reads as text.
			...(entry.readOnly && {
				variant: 'unstyled',
				className: classes.read,
				placeholder: 'Not set',
			}),
		},
	};
};
