import { useMutation } from '@tanstack/react-query';
import { signOut } from '../api/auth.ts';
import { confirmUnsaved, reloadSignedOut } from '../api/unsaved-guard.ts';
import { notifyFailure } from '../ui/notifications.tsx';

/** Signs out, once a changed form has been asked about; and whether that is under way. */
export const useSignOut = () => {
	const out = useMutation({
		mutationFn: signOut,
		onSuccess: reloadSignedOut,
		onError: (error) => notifyFailure(error, 'Signing out did not work'),
	});
	return { signOut: () => confirmUnsaved(() => out.mutate()), pending: out.isPending };
};
