import { Anchor, Box, Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { knownPassword } from '#shared/contract/platform/passwords.ts';
import { email } from '#shared/contract/platform/people.ts';
import { z } from '#shared/zod.ts';
import { siteQuery } from '../api/account.ts';
import { signIn, signInByCode } from '../api/auth.ts';
import { oneTimeCode, recoveryCode, removeBlanks } from '../api/codes.ts';
import { offerPasskeys, signInWithPasskey } from '../api/passkeys.ts';
import { EmailField, PasswordField, TextField } from '../ui/fields/text-fields.tsx';
import { Form } from '../ui/form/form.tsx';
import { OtherWays } from './other-ways.tsx';

const FALLBACK = 'Could not sign in';

const credentials = z.object({
	email: email(),
	password: knownPassword(),
	trusted: z.boolean(),
});

/** Renders a link button to another way to sign in, below a form. */
export const StepLink = ({ children, onClick }: { children: string; onClick: () => void }) => (
	<Text size="sm" mt="md">
		<Anchor component="button" type="button" size="sm" onClick={onClick}>
			{children}
		</Anchor>
	</Text>
);

interface StepProps {
	onDone: () => void;
	wide: boolean;
}

/** Forms for the two kinds of code that complete a sign-in. */
const codes = {
	totp: {
		schema: oneTimeCode,
		instead: 'Use a recovery code instead',
		field: {
			label: 'Code',
			description: 'The six digits that your authenticator app shows.',
			inputMode: 'numeric',
			autoComplete: 'one-time-code',
		},
	},
	recovery: {
		schema: recoveryCode,
		instead: 'Use the authenticator app',
		field: {
			label: 'Recovery code',
			description:
				'One of the codes that you saved when you set up the second factor. Each code works once.',
			spellCheck: false,
		},
	},
} as const;

const CodeStep = ({ onDone, onBack, wide }: StepProps & { onBack: () => void }) => {
	const [kind, setKind] = useState<keyof typeof codes>('totp');
	const { schema, instead, field } = codes[kind];
	return (
		<>
			<Form
				key={kind}
				schema={schema}
				read={removeBlanks}
				send={({ code }) => signInByCode(code, kind)}
				onDone={onDone}
				submit="Continue"
				pending="Checking..."
				fallback={FALLBACK}
				wide={wide}
			>
				<TextField name="code" {...field} />
			</Form>
			<StepLink onClick={() => setKind(kind === 'totp' ? 'recovery' : 'totp')}>{instead}</StepLink>
			<StepLink onClick={onBack}>Sign in again</StepLink>
		</>
	);
};

interface SignInStepsProps {
	/** E-mail address of the person who must sign in; any person may if omitted. */
	as?: string;
	onDone: () => void;
	/** The sign-in page, whose buttons take the full width; by default a dialog, which the provider's page must not replace. */
	page?: {
		/** Page to open after the sign-in. */
		to: string | undefined;
		/** Whether the identity provider has signed in, and the code is missing. */
		needsCode: boolean;
	};
}

/** Renders the sign-in: e-mail address and password, a passkey or the identity provider; then the second factor if needed. */
export const SignInSteps = ({ as, onDone, page }: SignInStepsProps) => {
	const { data: site } = useQuery(siteQuery);
	const [step, setStep] = useState<'first' | 'code'>(page?.needsCode ? 'code' : 'first');
	const [address, setAddress] = useState(as);
	const [trusted, setTrusted] = useState(false);
	const wide = page !== undefined;
	const latest = useRef({ email: as, trusted, onDone });
	latest.current = { email: as, trusted, onDone };
	useEffect(() => {
		if (step === 'code') return undefined;
		return offerPasskeys(
			() => latest.current,
			() => latest.current.onDone(),
		);
	}, [step]);
	if (step === 'code')
		return <CodeStep onDone={onDone} onBack={() => setStep('first')} wide={wide} />;
	const hasPassword = site?.password !== false;
	const device = (
		<Checkbox
			name="trusted"
			label="Trust this device"
			description="Stay signed in for 30 days. Use this only on your own device."
			onChange={({ currentTarget }) => setTrusted(currentTarget.checked)}
		/>
	);
	return (
		<>
			{hasPassword ? (
				<Form
					schema={credentials}
					read={({ trusted: ticked, ...typed }) => ({ ...typed, trusted: ticked === 'on' })}
					send={({ email: name, password, trusted: isTrusted }) => {
						setAddress(name);
						return signIn(name, password, isTrusted);
					}}
					onDone={(signedIn) => (signedIn === 'code' ? setStep('code') : onDone())}
					submit="Sign in"
					pending="Signing in..."
					fallback={FALLBACK}
					wide={wide}
				>
					<EmailField
						defaultValue={address}
						readOnly={as !== undefined}
						autoComplete="username webauthn"
					/>
					<PasswordField />
					{device}
				</Form>
			) : (
				<Box mb="md">{device}</Box>
			)}
			<OtherWays
				divided={hasPassword}
				askPasskey={() => signInWithPasskey({ email: as, trusted })}
				provider={{ to: page?.to, trusted, inWindow: !page }}
				onDone={onDone}
				onCode={() => setStep('code')}
			/>
		</>
	);
};
