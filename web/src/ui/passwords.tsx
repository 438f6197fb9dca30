import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core';
import { PASSWORD_MIN } from '#shared/contract/passwords.ts';

/** An e-mail address, as whoever signs in types their own. */
export const EmailField = (props: TextInputProps) => (
	<TextInput
		name="email"
		label="E-mail"
		type="email"
		autoComplete="username"
		autoCapitalize="none"
		spellCheck={false}
		{...props}
	/>
);

interface PasswordProps {
	name?: string;
	label?: string;
	description?: string;
	error: string | undefined;
}

/** A password that somebody has. */
export const Password = ({ name = 'password', label = 'Password', ...props }: PasswordProps) => (
	<PasswordInput
		name={name}
		label={label}
		autoComplete="current-password"
		aria-invalid={props.error !== undefined}
		{...props}
	/>
);

/** A password that somebody chooses, typed, pasted, or made by a password manager. */
export const NewPassword = ({ name = 'password', label = 'Password', error }: PasswordProps) => (
	<PasswordInput
		name={name}
		label={label}
		description={`At least ${PASSWORD_MIN} characters. A few words that only you would put together are easy to remember.`}
		autoComplete="new-password"
		aria-invalid={error !== undefined}
		error={error}
	/>
);
