import { type ChangeEvent, useState } from 'react';
import type { content } from '#shared/contract/content/content.ts';
import type { UpdateOf } from '#shared/contract/content/resource.ts';
import classes from './fields.module.css';
import { useFormContext, type Values } from './use-form.ts';

type Content = typeof content;

/** Names of fields that have a label in the contract of a kind. */
export type LabelledName = {
	[Key in keyof Content]: keyof UpdateOf<Content[Key]> & string;
}[keyof Content];

/** Props of every field: a name of the contract, or any name in the API with a label. */
export type FieldProps = { readOnly?: boolean } & (
	| { name: LabelledName; label?: string | undefined }
	| { name: string; label: string }
);

/** Binds an input to its form: label, error, and the value of a controlled field. */
export const useField = ({ name, label, readOnly = false }: FieldProps) => {
	const { inputs, labels, ...form } = useFormContext();
	return {
		isControlled: name in inputs.getInitialValues(),
		/** The person may only read the form. */
		isReadOnly: form.readOnly,
		value: inputs.values[name] ?? null,
		set: (value: Values[string]) => inputs.setFieldValue(name, value),
		input: {
			name,
			label: label ?? labels[name] ?? name,
			error: inputs.errors[name],
			readOnly: readOnly || form.readOnly || form.sending,
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
 * Binds a text input to a controlled field of another type: `read` parses the typed text, `write` formats the value
 * while the field has no focus.
 */
export const useTypedField = (
	props: FieldProps,
	read: (text: string) => Values[string],
	write: (value: Values[string]) => string,
) => {
	const { value, set, input } = useField(props);
	const [typedText, setTypedText] = useState<string>();
	return {
		...input,
		autoComplete: 'off',
		value: typedText ?? write(value),
		onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
			setTypedText(currentTarget.value);
			set(read(currentTarget.value));
		},
		onBlur: () => setTypedText(undefined),
	};
};
