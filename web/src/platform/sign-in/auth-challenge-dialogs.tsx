import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getRoleLabel } from '#shared/contract/platform/access.ts';
import { pages } from '#shared/contract/platform/auth-paths.ts';
import { type Account, confirmation } from '#shared/contract/platform/profile.ts';
import { accountQuery, useAccount } from '../api/account.ts';
import { resolveChallenge, useAuthChallenge, useOtherPerson } from '../api/auth-challenge.ts';
import { fetchCall } from '../api/calls.ts';
import { confirmWithPasskey } from '../api/passkeys.ts';
import { Modal } from '../ui/dialog/modal.tsx';
import { PasswordField } from '../ui/fields/text-fields.tsx';
import { Form } from '../ui/form/form.tsx';
import type { Opened } from '../ui/loading/on-demand.tsx';
import { OtherWays } from './other-ways.tsx';
import { SignInSteps, StepLink } from './sign-in-steps.tsx';

interface TopDialogProps extends Opened {
	title: string;
	children: ReactNode;
}

/** Renders a dialog above all others. */
const TopDialog = (props: TopDialogProps) => <Modal {...props} zIndex={500} />;

const signInAsAnother = () =>
	location.assign(`${pages.signIn}?to=${encodeURIComponent(location.pathname + location.search)}`);

const SignInAgain = ({ account }: { account: Account }) => {
	const client = useQueryClient();
	const other = useOtherPerson();
	const goOn = () => {
		resolveChallenge('sign-in', true);
		void client.invalidateQueries({ queryKey: accountQuery.queryKey });
	};
	return (
		<>
			<Text mb="md">
				{other
					? `${other.name} (${getRoleLabel(other.role)}) is signed in now. Nothing was saved. Sign in as ${account.name} to continue here.`
					: 'Your session has ended. Sign in to continue.'}{' '}
				Your changes are kept.
			</Text>
			<SignInSteps as={account.email ?? ''} onDone={goOn} />
			{other ? (
				<StepLink onClick={() => location.reload()}>{`Continue as ${other.name}`}</StepLink>
			) : (
				<StepLink onClick={signInAsAnother}>Sign in as someone else</StepLink>
			)}
		</>
	);
};

const Confirm = ({ account }: { account: Account }) => {
	const client = useQueryClient();
	const { password, provider, passkeys } = account.ways_in;
	const finish = () => resolveChallenge('reauthenticate', true);
	return (
		<>
			<Text mb="md">
				{password
					? 'Enter your password to confirm this action.'
					: 'Confirm that it is you before this action.'}
			</Text>
			{password && (
				<Form
					schema={confirmation}
					send={async (body) => await fetchCall('POST /account/confirm', { body })}
					onDone={(confirmed) => {
						client.setQueryData(accountQuery.queryKey, confirmed);
						finish();
					}}
					submit="Continue"
					pending="Checking..."
					fallback="Could not check the password"
				>
					<PasswordField />
				</Form>
			)}
			<OtherWays
				divided={password}
				askPasskey={passkeys > 0 ? confirmWithPasskey : undefined}
				{...(provider && { provider: { confirm: true, inWindow: true } })}
				onDone={() => {
					void client.invalidateQueries({ queryKey: accountQuery.queryKey });
					finish();
				}}
			/>
		</>
	);
};

/** Renders the dialogs for signing in again and for entering the password again, above everything else. */
export const AuthChallengeDialogs = () => {
	const challenge = useAuthChallenge();
	const account = useAccount();
	const other = useOtherPerson();
	return (
		<>
			<TopDialog
				opened={challenge === 'sign-in'}
				onClose={() => resolveChallenge('sign-in', false)}
				title={other ? `${other.name} is signed in` : 'Sign in again'}
			>
				{account && <SignInAgain account={account} />}
			</TopDialog>
			<TopDialog
				opened={challenge === 'reauthenticate'}
				onClose={() => resolveChallenge('reauthenticate', false)}
				title={
					account?.ways_in.password === false ? 'Confirm that it is you' : 'Enter your password'
				}
			>
				{account && <Confirm account={account} />}
			</TopDialog>
		</>
	);
};
