import { Text } from '@mantine/core';
import { createFileRoute, Outlet, redirect, useMatches } from '@tanstack/react-router';
import type { Permission } from '#shared/contract/access.ts';
import { accountQuery } from '../../api/account.ts';
import { ApiError } from '../../api/api-error.ts';
import { Shell } from '../../shell/shell.tsx';
import { RequirePermission } from '../../ui/page/require-permission.tsx';

const ACCOUNT = '/admin/account';

declare module '@tanstack/react-router' {
	interface StaticDataRouteOption {
		/** Permission that a screen needs; others see a notice. */
		permission?: Permission;
	}
}

/** Renders the screen for people with its permission. */
const Screen = () => {
	const permission = useMatches({
		select: (matches) => matches.findLast(({ staticData }) => staticData.permission)?.staticData,
	})?.permission;
	return (
		<RequirePermission permission={permission}>
			<Outlet />
		</RequirePermission>
	);
};

export const Route = createFileRoute('/admin')({
	// Every screen starts with the shell, so a separate chunk would cost a round trip.
	codeSplitGroupings: [],
	// Not `beforeLoad`, which would delay the requests of the screens below.
	loader: async ({ context: { queryClient }, location }) => {
		const account = await queryClient
			.ensureQueryData({ ...accountQuery, revalidateIfStale: true })
			.catch((error) => {
				if (error instanceof ApiError && error.status === 401)
					throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true });
				throw error;
			});
		if (account.second_factor.missing && location.pathname !== ACCOUNT)
			throw redirect({ to: ACCOUNT, replace: true });
	},
	pendingMs: 0,
	pendingMinMs: 0,
	pendingComponent: () => (
		<Text role="status" p="28px 32px" c="dimmed">
			Loading…
		</Text>
	),
	component: () => (
		<Shell>
			<Screen />
		</Shell>
	),
});
