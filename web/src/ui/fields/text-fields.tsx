import { Textarea, TextInput } from '@mantine/core';
import type { Values } from '../form/resource-form.ts';
import { type FieldProps, useField, useTypedField } from './use-field.ts';

interface TextProps<V extends Values> extends FieldProps<V> {
	placeholder?: string;
	required?: boolean;
	/** Treats the text as a URL: trimmed, without spell check. */
	isLink?: boolean;
}

/** Renders a text input; empty text is null, or '' if required. */
export const TextField = <V extends Values>(props: TextProps<V>) => {
	const { required = false, isLink = false } = props;
	const { value, set, input } = useField(props);
	const text = (value as string | null) ?? '';
	const read = (typed: string) => (isLink ? typed.trim() : typed);
	// A read-only text is shown in full.
	if (props.form.readOnly) return <Textarea {...input} value={text} minRows={1} />;
	return (
		<TextInput
			{...input}
			value={text}
			onChange={({ currentTarget }) => set(read(currentTarget.value) || (required ? '' : null))}
			{...(isLink && { inputMode: 'url', spellCheck: false })}
			placeholder={input.placeholder ?? props.placeholder}
			autoComplete="off"
			required={required}
		/>
	);
};

/** Renders a field for several lines of text; empty is null. */
export const ParagraphsField = <V extends Values>(props: FieldProps<V>) => {
	const { value, set, input } = useField(props);
	return (
		<Textarea
			{...input}
			value={(value as string | null) ?? ''}
			onChange={({ currentTarget }) => set(currentTarget.value || null)}
		/>
	);
};

/** Renders a field for an optional link. Not `type="url"`, because links to our own files (/files/…) are valid too. */
export const LinkField = <V extends Values>(props: FieldProps<V>) => (
	<TextField {...props} placeholder="https://" isLink />
);

const SEPARATOR = /[,;\n]/;

/** Renders a field for several short texts, separated by commas. */
export const ListField = <V extends Values>(props: FieldProps<V> & { placeholder: string }) => {
	const input = useTypedField(
		props,
		(text) =>
			text
				.split(SEPARATOR)
				.map((each) => each.trim())
				.filter(Boolean),
		(texts) => (texts as readonly string[]).join(', '),
	);
	return (
		<TextInput
			{...input}
			placeholder={input.placeholder ?? props.placeholder}
			autoComplete="off"
			spellCheck={false}
		/>
	);
};
