import { PasswordInput, type TextInputProps } from '@mantine/core';
import { PASSWORD_MIN } from '#shared/contract/passwords.ts';
import { PlainText, useMessage } from './plain-fields.tsx';

/** An e-mail address, as whoever signs in types their own. */
export const EmailField = (props: TextInputProps) => (
	<PlainText
		label="E-mail"
		type="email"
		autoComplete="username"
		autoCapitalize="none"
		spellCheck={false}
		{...props}
		name="email"
	/>
);

interface PasswordProps {
	name?: string;
	label?: string;
	description?: string;
	autoComplete?: string;
}

/** A password that somebody has. */
export const Password = ({ name = 'password', label = 'Password', ...props }: PasswordProps) => {
	const error = useMessage(name);
	return (
		<PasswordInput
			{...{ name, label, error }}
			autoComplete="current-password"
			aria-invalid={error !== undefined}
			{...props}
		/>
	);
};

/** A password that somebody chooses, typed, pasted, or made by a password manager. */
export const NewPassword = (props: PasswordProps) => (
	<Password
		description={`At least ${PASSWORD_MIN} characters. A few unrelated words are easy to remember.`}
		autoComplete="new-password"
		{...props}
	/>
);
