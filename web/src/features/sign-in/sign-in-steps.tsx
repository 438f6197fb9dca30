import { Anchor, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { knownPassword } from '#shared/contract/passwords.ts';
import { email } from '#shared/contract/people.ts';
import { z } from '#shared/zod.ts';
import { signIn, signInByCode } from '../../api/auth.ts';
import { oneTimeCode, recoveryCode, withoutBlanks } from '../../api/codes.ts';
import { EmailField, Password } from '../../ui/passwords.tsx';
import { PlainText } from '../../ui/plain-fields.tsx';
import { PlainForm } from '../../ui/plain-form.tsx';

const FALLBACK = 'Signing in did not work';

const credentials = z.object({
	email: email(),
	password: knownPassword(),
	trusted: z.boolean(),
});

interface StepProps {
	onDone: () => void;
	wide: boolean;
}

const CodeStep = ({ onDone, wide }: StepProps) => {
	const [lost, setLost] = useState(false);
	const shared = { onDone, wide, submit: 'Continue', pending: 'Checking...', fallback: FALLBACK };
	return (
		<Stack gap="md">
			{lost ? (
				<PlainForm
					{...shared}
					key="recovery"
					schema={recoveryCode}
					read={withoutBlanks}
					send={({ code }) => signInByCode(code, 'recovery')}
				>
					<PlainText
						name="code"
						label="Recovery code"
						description="One of those that you kept when you set up the second factor. Each works once."
						spellCheck={false}
					/>
				</PlainForm>
			) : (
				<PlainForm
					{...shared}
					key="code"
					schema={oneTimeCode}
					read={withoutBlanks}
					send={({ code }) => signInByCode(code, 'totp')}
				>
					<PlainText
						name="code"
						label="Code"
						description="The six digits that your authenticator app shows now."
						inputMode="numeric"
						autoComplete="one-time-code"
					/>
				</PlainForm>
			)}
			<Text size="sm">
				<Anchor component="button" type="button" size="sm" onClick={() => setLost(!lost)}>
					{lost ? 'Use the authenticator app' : 'Use a recovery code instead'}
				</Anchor>
			</Text>
		</Stack>
	);
};

interface SignInStepsProps {
	/** Who has to sign in; left out, anyone may. */
	as?: string;
	onDone: () => void;
	/** The buttons take the whole width: a screen of its own. */
	wide?: boolean;
}

/** Signing in: e-mail and password, and then the second factor where there is one. */
export const SignInSteps = ({ as, onDone, wide = false }: SignInStepsProps) => {
	const [step, setStep] = useState<'password' | 'code'>('password');
	if (step === 'code') return <CodeStep onDone={onDone} wide={wide} />;
	return (
		<PlainForm
			schema={credentials}
			read={({ trusted, ...typed }) => ({ ...typed, trusted: trusted === 'on' })}
			send={({ email: who, password, trusted }) => signIn(who, password, trusted)}
			onDone={(signedIn) => (signedIn === 'code' ? setStep('code') : onDone())}
			submit="Sign in"
			pending="Signing in..."
			fallback={FALLBACK}
			wide={wide}
		>
			<EmailField defaultValue={as} readOnly={as !== undefined} />
			<Password />
			<Checkbox
				name="trusted"
				label="Trust this device"
				description="Stay signed in for 30 days of use. Only on a device of your own."
			/>
		</PlainForm>
	);
};
