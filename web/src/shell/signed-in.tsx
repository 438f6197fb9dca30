import { Avatar, Button, Divider, NavLink } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { roleLabel } from '#shared/contract/access.ts';
import type { Account } from '#shared/contract/account.ts';
import { signOut } from '../api/auth.ts';
import { confirmUnsaved, reloadSignedOut } from '../api/unsaved-guard.ts';
import { notifyFailure } from '../ui/notifications/notifications.tsx';

/** Returns a function that signs out, after a question about unsaved changes, and whether that is in progress. */
export const useSignOut = () => {
	const signOutMutation = useMutation({
		mutationFn: signOut,
		onSuccess: reloadSignedOut,
		onError: (error) => notifyFailure(error, 'Could not sign out'),
	});
	return {
		leave: () => confirmUnsaved(() => signOutMutation.mutate()),
		pending: signOutMutation.isPending,
	};
};

const initials = (name: string) => {
	const words = name.split(/\s+/).filter(Boolean);
	const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : ''];
	return [first, last].map((word) => [...word][0]?.toUpperCase() ?? '').join('');
};

interface SignedInProps {
	account: Account;
	onNavigate: (() => void) | undefined;
}

/** Renders the person who is signed in, as a link to their account, and the button to sign out. */
export const SignedIn = ({ account, onNavigate }: SignedInProps) => {
	const { leave, pending } = useSignOut();
	return (
		<div>
			<Divider mb="sm" />
			<NavLink
				label={account.name}
				description={roleLabel(account.role)}
				leftSection={
					<Avatar size={34} color="brand" aria-hidden>
						{initials(account.name)}
					</Avatar>
				}
				style={{ borderRadius: 8 }}
				{...(onNavigate && { onClick: onNavigate })}
				renderRoot={(props) => <Link to="/admin/account" {...props} />}
			/>
			<Button
				variant="subtle"
				color="gray"
				fullWidth
				justify="flex-start"
				leftSection={<IconLogout size={20} stroke={1.6} aria-hidden />}
				onClick={() => {
					// The drawer would cover the question.
					onNavigate?.();
					leave();
				}}
				loading={pending}
			>
				Sign out
			</Button>
		</div>
	);
};
