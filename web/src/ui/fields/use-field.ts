import { type ChangeEvent, type FocusEvent, useState } from 'react';
import type { ResourceForm, Values } from '../form/resource-form.ts';
import classes from './fields.module.css';

/** Props of every field: the form and the field's name. */
export interface FieldProps<V extends Values> {
	form: ResourceForm<V>;
	name: keyof V & string;
	/** Overrides the contract's label. */
	label?: string;
}

/** Binds an input to a field of a form: value, error and label. Use it for a custom field. */
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
			// A read-only value looks like text.
			...(form.readOnly && {
				variant: 'unstyled',
				className: classes.read,
				placeholder: '—',
			}),
		},
	};
};

/**
 * Binds a text input to a field of another type: `read` parses the typed text, `write` formats the value while the
 * field has no focus.
 */
export const useTypedField = <V extends Values>(
	props: FieldProps<V>,
	read: (text: string) => unknown,
	write: (value: Values[string]) => string,
) => {
	const { value, set, input } = useField(props);
	const [typedText, setTypedText] = useState<string>();
	return {
		...input,
		value: typedText ?? write(value),
		onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
			setTypedText(currentTarget.value);
			set(read(currentTarget.value));
		},
		onBlur: (event: FocusEvent) => {
			setTypedText(undefined);
			input.onBlur?.(event);
		},
	};
};
