import { Alert, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { passwordResetRequest } from '#shared/contract/platform/profile.ts';
import { forgetAccount, siteQuery } from '../api/account.ts';
import { call } from '../api/calls.ts';
import { describeProblem, reportAndClose } from '../api/provider.ts';
import { Entrance } from '../shell/entrance.tsx';
import { EmailField } from '../ui/fields/text-fields.tsx';
import { Form } from '../ui/form/form.tsx';
import { SignInSteps, StepLink } from './sign-in-steps.tsx';

/** Returns the address to open after sign-in: only pages of this console or of the API reference. */
export const checkTarget = (target: string | undefined, origin = location.origin): string => {
	const url = URL.parse(target ?? '', origin);
	const inside = url?.origin === origin && /^\/(admin|api\/docs)(\/|$)/.test(url.pathname);
	return inside ? url.pathname + url.search + url.hash : '/admin';
};

/** Requests a password reset link. Shows the same text for known and unknown addresses. */
const ForgottenForm = ({ onBack }: { onBack: () => void }) => {
	const [sent, setSent] = useState(false);
	return (
		<>
			{sent ? (
				<Text role="status">
					If an account has this address, we have sent a link to it. Check your spam folder too.
				</Text>
			) : (
				<Form
					schema={passwordResetRequest}
					send={(body) => call('POST /password-resets', { body })}
					onDone={() => setSent(true)}
					submit="Send the link"
					pending="Sending..."
					fallback="Could not send the link"
					wide
				>
					<EmailField />
				</Form>
			)}
			<StepLink onClick={onBack}>Back to sign in</StepLink>
		</>
	);
};

interface SignInPageProps {
	to: string | undefined;
	/** Why the sign-in with the identity provider failed. */
	problem: string | undefined;
	/** `code` if the second factor is missing after a sign-in with the identity provider. */
	step: string | undefined;
}

/** Renders the window of a sign-in at the identity provider, which reports to the console's page and closes. */
export const SignInWindow = ({ outcome }: { outcome: string }) => {
	useEffect(() => reportAndClose(outcome), [outcome]);
	return <Entrance title="You can close this window" text="Continue in the console's window." />;
};

/** Renders the sign-in page. Opens the page `to` after sign-in, or at once if the person is signed in. */
export const SignInPage = ({ to, problem, step }: SignInPageProps) => {
	const router = useRouter();
	const client = useQueryClient();
	const site = useQuery({ ...siteQuery, staleTime: 0 });
	const [forgotten, setForgotten] = useState(false);
	const enter = useCallback(() => {
		// Drop responses that were refused before the sign-in.
		client.clear();
		forgetAccount(client);
		const target = checkTarget(to);
		// The API reference is outside the router.
		if (target.startsWith('/admin')) router.history.replace(target);
		else location.replace(target);
	}, [client, router, to]);
	// Ignore a cached answer from before the session ended.
	const signedIn = site.isFetchedAfterMount && site.data?.signed_in;
	useEffect(() => {
		if (signedIn) enter();
	}, [signedIn, enter]);
	if (forgotten) {
		return (
			<Entrance
				title="Reset your password"
				text="We will e-mail you a link to choose a new password."
			>
				<ForgottenForm onBack={() => setForgotten(false)} />
			</Entrance>
		);
	}
	return (
		<Entrance title="Sign in">
			{site.data?.setup && (
				<Alert mb="md" title="No administrator yet">
					Open the link that the server printed at its start to create the first administrator.
				</Alert>
			)}
			{problem && site.data && (
				<Alert mb="md" color="red" role="alert" title="Not signed in">
					{describeProblem(problem, site.data.provider ?? 'the provider')}
				</Alert>
			)}
			<SignInSteps onDone={enter} page={{ to, needsCode: step === 'code' }} />
			{site.data?.password === false ? null : site.data?.mail ? (
				<StepLink onClick={() => setForgotten(true)}>Forgot your password?</StepLink>
			) : (
				<Text size="sm" c="dimmed" mt="md">
					Forgot your password? Ask an administrator for a reset link.
				</Text>
			)}
		</Entrance>
	);
};
