import { Textarea, TextInput } from '@mantine/core';
import type { Values } from '../form/resource-form.ts';
import { type FieldProps, useField } from './use-field.ts';

interface TextProps<V extends Values> extends FieldProps<V> {
	label?: string;
	placeholder?: string;
	description?: string;
}

/** The name of a thing, required. */
export const NameField = <V extends Values>({ label = 'Name', ...props }: TextProps<V>) => {
	const { value, set, input } = useField(props, label);
	const text = (value as string | null) ?? '';
	// To be read, all of it is seen.
	if (props.form.readOnly) return <Textarea {...input} value={text} minRows={1} />;
	return (
		<TextInput
			{...input}
			value={text}
			onChange={(event) => set(event.currentTarget.value)}
			placeholder={input.placeholder ?? props.placeholder}
			description={props.description}
			autoComplete="off"
			required
		/>
	);
};

/** Several lines of text, optional: nothing is null. */
export const ParagraphsField = <V extends Values>({
	label = 'Description',
	...props
}: TextProps<V>) => {
	const { value, set, input } = useField(props, label);
	return (
		<Textarea
			{...input}
			value={(value as string | null) ?? ''}
			onChange={(event) => set(event.currentTarget.value || null)}
			placeholder={input.placeholder ?? props.placeholder}
			description={props.description}
		/>
	);
};

/** A link, optional: nothing is null. */
export const LinkField = <V extends Values>({ label = 'URL', ...props }: TextProps<V>) => {
	const { value, set, input } = useField(props, label);
	const text = (value as string | null) ?? '';
	// To be read, all of it is seen.
	if (props.form.readOnly) return <Textarea {...input} value={text} minRows={1} />;
	return (
		<TextInput
			{...input}
			value={text}
			onChange={(event) => set(event.currentTarget.value.trim() || null)}
			placeholder={input.placeholder ?? props.placeholder ?? 'https://'}
			description={props.description}
			// Not type="url": one of our own links, /files/…, is fine too.
			inputMode="url"
			autoComplete="off"
			spellCheck={false}
		/>
	);
};
