import { createFileRoute, Navigate, Outlet, redirect, useLocation } from '@tanstack/react-router';
import type { Permission } from '#shared/contract/platform/access.ts';
import {
	accountQuery,
	type PartName,
	useAccount,
	useWatchAccount,
} from '../../platform/api/account.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { Shell } from '../../platform/shell/shell.tsx';
import { RequirePermission, useShowsScreen } from '../../platform/ui/page/require-permission.tsx';
import { useScreenFacts } from '../../platform/ui/page/screen-facts.ts';

const ACCOUNT = '/admin/account';

declare module '@tanstack/react-router' {
	interface StaticDataRouteOption {
		/** Part and permission that a screen needs; others see a notice. */
		part?: PartName;
		permission?: Permission;
		/** The heading of the screen, also while the screen is loading. */
		title?: string;
		/** Another part of the screen has the heading. */
		headless?: boolean;
		/** Text while the screen waits for its loader: 'Loading subjects...'. */
		loading?: string;
	}
}

/** Renders the screen for people with its permission, and with the second factor that their role requires. */
const Screen = () => {
	const path = useLocation({ select: ({ pathname }) => pathname });
	useWatchAccount(path);
	const mustEnrol = useAccount()?.second_factor.missing === true && path !== ACCOUNT;
	const showsScreen = useShowsScreen(!mustEnrol);
	const { part, permission } = useScreenFacts();
	if (!showsScreen) return <Navigate to={ACCOUNT} replace />;
	return (
		<RequirePermission part={part} permission={permission}>
			<Outlet />
		</RequirePermission>
	);
};

export const Route = createFileRoute('/admin')({
	// Every screen starts with the shell, so a separate chunk would cost a round trip.
	codeSplitGroupings: [],
	// Not `beforeLoad`, which would delay the requests of the screens below.
	loader: async ({ context: { queryClient }, location }) => {
		await queryClient.ensureQueryData(accountQuery).catch((error) => {
			if (error instanceof ApiError && error.status === 401)
				throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true });
			throw error;
		});
	},
	// The router would keep a pending shell until the slowest loader of the screen has finished (decision 0135).
	pendingMs: Number.POSITIVE_INFINITY,
	component: () => (
		<Shell>
			<Screen />
		</Shell>
	),
});
