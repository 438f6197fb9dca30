import { PasswordInput, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { PASSWORD_MIN } from '#shared/contract/platform/passwords.ts';
import { formatWhole } from '#shared/grouped.ts';
import { unsentReasons } from '../dialog/unsaved.ts';
import { type FieldProps, useField, useTypedField } from './use-field.ts';

export type TextFieldProps = Omit<TextInputProps, keyof FieldProps> & FieldProps;

/** Renders a text input. An empty controlled field is null, or '' if required. */
export const TextField = (props: TextFieldProps) => {
	const { isControlled, isReadOnly, value, set, input } = useField(props);
	const text = (value as string | null) ?? '';
	// A read-only text is shown in full.
	if (isReadOnly) return <Textarea {...input} value={text} minRows={1} />;
	return (
		<TextInput
			autoComplete="off"
			{...(isControlled && {
				value: text,
				onChange: ({ currentTarget }) => set(currentTarget.value || (props.required ? '' : null)),
			})}
			{...props}
			{...input}
		/>
	);
};

/** Renders a field for several lines of text; empty is null. */
export const ParagraphsField = (props: FieldProps) => {
	const { value, set, input } = useField(props);
	return (
		<Textarea
			{...input}
			value={(value as string | null) ?? ''}
			onChange={({ currentTarget }) => set(currentTarget.value || null)}
		/>
	);
};

/** Renders a field for a pasted column of short texts, which the form reads itself. */
export const PastedField = ({ description, ...props }: FieldProps & { description: string }) => {
	const { input } = useField(props);
	return (
		<Textarea
			{...input}
			description={description}
			minRows={8}
			autosize
			maxRows={16}
			spellCheck={false}
		/>
	);
};

/** Renders a field for an optional link. Not `type="url"`, because links to our own files (/files/…) are valid too. */
export const LinkField = (props: FieldProps) => {
	const { set } = useField(props);
	return (
		<TextField
			{...props}
			onChange={({ currentTarget }) => set(currentTarget.value.trim() || null)}
			placeholder="https://"
			inputMode="url"
			spellCheck={false}
		/>
	);
};

const SEPARATOR = /[,;\n]/;

/** Renders a field for several short texts, separated by commas. */
export const ListField = ({ placeholder, ...props }: FieldProps & { placeholder: string }) => {
	const input = useTypedField(
		props,
		(text) =>
			text
				.split(SEPARATOR)
				.map((each) => each.trim())
				.filter(Boolean),
		(texts) => (texts as readonly string[]).join(', '),
	);
	return <TextInput placeholder={placeholder} spellCheck={false} {...input} />;
};

interface WholeOptions {
	/** Groups thousands while the field has no focus: 12,500. */
	inThousands?: boolean;
	/** The number for empty and non-numeric text; without it the contract's message is shown. */
	fallback?: number;
}

type WholeFieldProps = FieldProps & WholeOptions & { description?: string; required?: boolean };

const IN_THOUSANDS = /^\d{1,3}([, ]\d{3})+$/;
/** Cents of a whole amount, as in 2,500.00 pasted from a sheet. */
const ZERO_CENTS = /\.00?$/;
/** At most 15 digits, which a number can represent exactly. */
const WHOLE = /^-?\d{1,15}$/;

/** Parses a whole number: null for an empty text, and the text itself if it is not a number. */
const parseWhole = (text: string, { inThousands, fallback }: WholeOptions) => {
	const trimmed = text.trim();
	const amount = inThousands ? trimmed.replace(ZERO_CENTS, '') : trimmed;
	const digits = IN_THOUSANDS.test(amount) ? amount.replace(/[, ]/g, '') : amount;
	if (WHOLE.test(digits)) return Number(digits);
	if (fallback !== undefined && Number.isNaN(Number.parseFloat(digits))) return fallback;
	return digits === '' ? null : text;
};

/**
 * Renders a field for a whole number; empty is null. Keeps invalid text and shows the contract's message. A text input
 * with a numeric keypad, because `type="number"` hides invalid text from scripts and changes the value on scroll.
 */
export const WholeField = (props: WholeFieldProps) => {
	const { description, required = false } = props;
	const input = useTypedField(
		props,
		(text) => parseWhole(text, props),
		(value) =>
			props.inThousands && typeof value === 'number' && value > 0
				? formatWhole(value)
				: `${value ?? ''}`,
	);
	return <TextInput {...input} {...{ description, required }} inputMode="numeric" />;
};

/** Renders a native field for the person's own e-mail address at sign-in. */
export const EmailField = (props: Omit<TextFieldProps, 'name' | 'label'>) => (
	<TextField
		type="email"
		autoComplete="username"
		autoCapitalize="none"
		spellCheck={false}
		{...props}
		name="email"
		label="E-mail"
	/>
);

interface PasswordFieldProps {
	name?: string;
	label?: string;
	description?: string;
	autoComplete?: string;
}

/** Renders a native field for the current password. */
export const PasswordField = (props: PasswordFieldProps) => {
	const { name = 'password', label = 'Password', ...rest } = props;
	const { input } = useField({ name, label });
	return (
		<PasswordInput
			{...input}
			autoComplete="current-password"
			aria-invalid={input.error !== undefined}
			{...rest}
		/>
	);
};

/** Renders a native field for a new password: typed, pasted, or generated by a password manager. */
export const NewPasswordField = (props: PasswordFieldProps) => (
	<PasswordField
		description={`At least ${PASSWORD_MIN} characters. A few unrelated words are easy to remember.`}
		autoComplete="new-password"
		{...props}
	/>
);

interface ReasonFieldProps {
	/** The field name in the API. */
	name?: string;
	/** The proposed text, selected on focus so that typing replaces it. */
	proposal?: string | undefined;
	optional?: boolean;
	/** Key of the draft: text that was typed but not sent is restored when the form opens again. */
	draftKey?: string | undefined;
	description?: string;
}

/** Renders the field for the reason of a decision, in a native form. */
export const ReasonField = ({
	name = 'reason',
	proposal,
	optional,
	draftKey = '',
	description = 'Kept in the audit trail.',
}: ReasonFieldProps) => (
	<TextField
		name={name}
		label="Reason"
		description={description}
		required={!optional}
		data-draft={draftKey}
		defaultValue={unsentReasons.get(draftKey) ?? proposal}
		onInput={(event) => draftKey && unsentReasons.set(draftKey, event.currentTarget.value)}
		onFocus={(event) => event.currentTarget.select()}
	/>
);
