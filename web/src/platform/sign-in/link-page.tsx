import { Button, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { roles } from '#shared/contract/platform/access.ts';
import { type LinkOwner, type LinkUsed, linkUse } from '#shared/contract/platform/profile.ts';
import { product } from '../../product.ts';
import { accountQuery, forgetAccount, siteQuery } from '../api/account.ts';
import { ApiError } from '../api/api-error.ts';
import { fetchCall } from '../api/calls.ts';
import { retryTimes } from '../api/retry.ts';
import { Entrance } from '../shell/entrance.tsx';
import { NewPasswordField, TextField } from '../ui/fields/text-fields.tsx';
import { Form } from '../ui/form/form.tsx';
import { Loaded } from '../ui/loading/loaded.tsx';
import { LinkButton } from '../ui/page/links.tsx';
import { OtherWays } from './other-ways.tsx';

/** Fetches the owner of a link; 400 for an invalid, used or expired link. */
const linkQuery = (token: string) =>
	queryOptions({
		queryKey: ['link', token],
		queryFn: ({ signal }) => fetchCall('POST /links/check', { body: { token }, signal }),
		retry: retryTimes(2),
		staleTime: Number.POSITIVE_INFINITY,
	});

const words = {
	invitation: {
		title: `Welcome to ${product}`,
		text: ({ role }: LinkOwner) =>
			`You are invited as ${roles[role].label}. Choose a password to get started.`,
		submit: 'Accept the invitation',
	},
	reset: {
		title: 'Choose a new password',
		text: ({ email }: LinkOwner) => `For ${email}. You will be signed out on all devices.`,
		submit: 'Set the password',
	},
} as const;

interface LinkFormProps {
	token: string;
	owner: LinkOwner;
	onDone: (used: LinkUsed) => void;
}

const LinkForm = ({ token, owner, onDone }: LinkFormProps) => {
	const { data: site } = useQuery(siteQuery);
	const isInvitation = owner.purpose === 'invitation';
	if (isInvitation && site?.password === false)
		return (
			<>
				<Text c="dimmed" mb="md">
					You are invited as {roles[owner.role].label}. Sign in as {owner.email} to get started.
				</Text>
				<OtherWays provider={{ inWindow: false }} onDone={() => {}} divided={false} />
			</>
		);
	return (
		<>
			<Text c="dimmed" mb="md">
				{words[owner.purpose].text(owner)}
			</Text>
			<Form
				schema={linkUse}
				read={({ name, password }) => ({ token, password, ...(name !== undefined && { name }) })}
				send={async (body) => await fetchCall('POST /links/use', { body })}
				onDone={onDone}
				submit={words[owner.purpose].submit}
				pending="One moment..."
				fallback="Could not set the password"
				wide
			>
				{isInvitation && (
					<TextField name="name" label="Name" autoComplete="name" defaultValue={owner.name} />
				)}
				{/* Password managers store this e-mail address with the password. */}
				<TextInput
					label="E-mail"
					type="email"
					autoComplete="username"
					defaultValue={owner.email}
					readOnly
				/>
				<NewPasswordField />
			</Form>
			{isInvitation && <OtherWays provider={{ inWindow: false }} onDone={() => {}} divided />}
		</>
	);
};

interface TakesOverProps {
	/** Name of the person who is signed in. */
	signedIn: string;
	owner: LinkOwner;
	onContinue: () => void;
}

/** Asks before an invitation takes over the session of another person. */
const TakesOver = ({ signedIn, owner, onContinue }: TakesOverProps) => (
	<Entrance
		title={`You are signed in as ${signedIn}`}
		text={`This invitation is for ${owner.name} (${owner.email}). Accepting it signs ${signedIn} out in this browser.`}
	>
		<Stack gap="sm">
			<Button onClick={onContinue} fullWidth>
				Continue as {owner.name}
			</Button>
			<LinkButton to="/admin" variant="default" fullWidth>
				Stay signed in as {signedIn}
			</LinkButton>
		</Stack>
	</Entrance>
);

/** Returns the person who is signed in in this browser: null for no one, undefined while it is unknown. */
const useSignedIn = () => {
	const site = useQuery({ ...siteQuery, staleTime: 0 });
	const isSignedIn = site.data?.signed_in ?? false;
	const account = useQuery({ ...accountQuery, enabled: isSignedIn });
	if (site.isPending || (isSignedIn && account.isPending)) return undefined;
	return account.data ?? null;
};

/** Renders the page of an invitation or password reset link; each sets a password once. */
export const LinkPage = ({ token, kind }: { token: string; kind: LinkOwner['purpose'] }) => {
	const router = useRouter();
	const client = useQueryClient();
	const owner = useQuery(linkQuery(token));
	const signedIn = useSignedIn();
	const [step, setStep] = useState<'ask' | 'form' | 'used'>('ask');
	const done = ({ signed_in, code_needed }: LinkUsed) => {
		forgetAccount(client);
		if (code_needed) router.history.replace('/sign-in?step=code');
		else if (signed_in) router.history.replace('/admin');
		else setStep('used');
	};
	const toSignIn = (
		<LinkButton to="/sign-in" fullWidth mt="md">
			Sign in
		</LinkButton>
	);
	if (step === 'used') {
		return (
			<Entrance title="Your password is set" text="Use it to sign in.">
				{toSignIn}
			</Entrance>
		);
	}
	if (owner.error instanceof ApiError && owner.error.code === 'invalid_link') {
		return (
			<Entrance
				title="This link does not work"
				text="It was used, or has expired. Ask an administrator for another one."
			>
				{toSignIn}
			</Entrance>
		);
	}
	const takesOver = signedIn && owner.data?.purpose === 'invitation';
	if (takesOver && owner.data && step === 'ask') {
		const goOn = () => setStep('form');
		return <TakesOver signedIn={signedIn.name} owner={owner.data} onContinue={goOn} />;
	}
	return (
		<Entrance title={words[owner.data?.purpose ?? kind].title}>
			<Loaded
				query={{ ...owner, data: signedIn === undefined ? undefined : owner.data }}
				loading="Checking your link..."
				fallback="Could not check the link"
			>
				{(data) => <LinkForm token={token} owner={data} onDone={done} />}
			</Loaded>
			{owner.isError && toSignIn}
		</Entrance>
	);
};
