import { Alert, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { forgotten } from '#shared/contract/account.ts';
import { request } from '../../api/client.ts';
import { Entrance } from '../../shell/entrance.tsx';
import { EmailField } from '../../ui/plain-form/passwords.tsx';
import { PlainForm } from '../../ui/plain-form/plain-form.tsx';
import { siteQuery } from './queries.ts';
import { Instead, SignInSteps } from './sign-in-steps.tsx';
import { safeTarget } from './target.ts';

/** Asks for a link to choose a new password. Says the same whether or not the address is known. */
const ForgottenForm = ({ onBack }: { onBack: () => void }) => {
	const [sent, setSent] = useState(false);
	return (
		<>
			{sent ? (
				<Text role="status">
					If an account has this address, we have sent a link to it. Check your spam folder too.
				</Text>
			) : (
				<PlainForm
					schema={forgotten}
					send={(body) => request<null>('/forgotten', { method: 'POST', body })}
					onDone={() => setSent(true)}
					submit="Send the link"
					pending="Sending..."
					fallback="Could not send the link"
					wide
				>
					<EmailField />
				</PlainForm>
			)}
			<Instead onClick={onBack}>Back to sign in</Instead>
		</>
	);
};

/** Signing in; leads back to the page that one came from, at once whoever is signed in already. */
export const SignInPage = ({ to }: { to: string | undefined }) => {
	const router = useRouter();
	const client = useQueryClient();
	const site = useQuery({ ...siteQuery, staleTime: 0 });
	const [forgotten, setForgotten] = useState(false);
	const enter = useCallback(() => {
		// What was refused while nobody was signed in is asked for again.
		client.clear();
		const target = safeTarget(to);
		// The description of the API is a page of its own.
		if (target.startsWith('/admin')) router.history.replace(target);
		else location.replace(target);
	}, [client, router, to]);
	// As of now, and not as of before the session ended that led here.
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
			<SignInSteps onDone={enter} wide />
			{site.data?.mail ? (
				<Instead onClick={() => setForgotten(true)}>Forgot your password?</Instead>
			) : (
				<Text size="sm" c="dimmed" mt="md">
					Forgot your password? Ask an administrator for a reset link.
				</Text>
			)}
		</Entrance>
	);
};
