import { type ChangeEvent, type FocusEvent, useState } from 'react';
import type { ResourceForm, Values } from '../form/resource-form.ts';
import classes from './fields.module.css';

/** Props of every field: the form and the field's name. */
export interface FieldProps<V extends Values> {
	form: ResourceForm<V>;
	name: keyof V & string;
	/** The contract's label unless the specification calls it otherwise on this form. */
	label?: string;
}

/**
 * Binds an input to a field of a form: its value, its error, and how it is called. Use it to write
 * a field of your own.
 */
export const useField = <V extends Values>(props: FieldProps<V>) => {
	const { form, name, label = form.resource.labels[name] ?? name } = props;
	const { value, onChange, ...rest } = form.inputs.getInputProps(name as never);
	return {
		value: value as Values[string],
		set: onChange as (value: unknown) => void,
		input: {
			...rest,
			label,
			name,
			readOnly: form.readOnly || form.saving,
			// To be looked at, not to be filled in: the value reads as text.
			...(form.readOnly && {
				variant: 'unstyled',
				className: classes.read,
				placeholder: '—',
			}),
		},
	};
};

/**
 * Binds a line of text to a field that holds something else: `read` says what is typed, `write` how it stands there
 * when nobody is typing.
 */
export const useTypedField = <V extends Values>(
	props: FieldProps<V>,
	read: (text: string) => unknown,
	write: (value: Values[string]) => string,
) => {
	const { value, set, input } = useField(props);
	const [typed, setTyped] = useState<string>();
	return {
		...input,
		value: typed ?? write(value),
		onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
			setTyped(currentTarget.value);
			set(read(currentTarget.value));
		},
		onBlur: (event: FocusEvent) => {
			setTyped(undefined);
			input.onBlur?.(event);
		},
	};
};
