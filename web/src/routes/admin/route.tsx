import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { accountQuery } from '../../api/account.ts';
import { ApiError } from '../../api/api-error.ts';
import { FirstFrame } from '../../shell/first-frame.tsx';
import { Shell } from '../../shell/shell.tsx';

const ACCOUNT = '/admin/account';

export const Route = createFileRoute('/admin')({
	// Every screen starts with the shell: fetched on its own, it would cost a round trip.
	codeSplitGroupings: [],
	// Not `beforeLoad`: the screens below would wait with their own questions until this is answered.
	loader: async ({ context: { queryClient }, location }) => {
		const account = await queryClient.ensureQueryData(accountQuery).catch((error) => {
			if (error instanceof ApiError && error.status === 401)
				throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true });
			throw error;
		});
		if (account.second_factor.missing && location.pathname !== ACCOUNT)
			throw redirect({ to: ACCOUNT, replace: true });
	},
	pendingMs: 0,
	pendingMinMs: 0,
	pendingComponent: FirstFrame,
	component: () => (
		<Shell>
			<Outlet />
		</Shell>
	),
});
