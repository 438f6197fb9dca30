import { ActionIcon } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { roleLabel } from '#shared/contract/access.ts';
import type { Account } from '#shared/contract/account.ts';
import { signOut } from '../api/auth.ts';
import { confirmUnsaved, reloadSignedOut } from '../api/unsaved-guard.ts';
import { notifyFailure } from '../ui/notifications/notifications.tsx';
import classes from './signed-in.module.css';

/** Signs out, once a changed form has been asked about; and whether that is under way. */
export const useSignOut = () => {
	const out = useMutation({
		mutationFn: signOut,
		onSuccess: reloadSignedOut,
		onError: (error) => notifyFailure(error, 'Signing out did not work'),
	});
	return { leave: () => confirmUnsaved(() => out.mutate()), pending: out.isPending };
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

/** Who is signed in, leading to their account, and the way out. */
export const SignedIn = ({ account, onNavigate }: SignedInProps) => {
	const { leave, pending } = useSignOut();
	return (
		<div className={classes.signedIn}>
			<Link to="/admin/account" className={classes.person} onClick={onNavigate}>
				<span className={classes.initials} aria-hidden>
					{initials(account.name)}
				</span>
				<span className={classes.names}>
					<span>{account.name}</span>
					<span className={classes.role}>{roleLabel(account.role)}</span>
				</span>
			</Link>
			<ActionIcon
				size={44}
				aria-label="Sign out"
				title="Sign out"
				onClick={() => {
					// The drawer would lie above the question.
					onNavigate?.();
					leave();
				}}
				loading={pending}
			>
				<IconLogout size={20} stroke={1.6} aria-hidden />
			</ActionIcon>
		</div>
	);
};
