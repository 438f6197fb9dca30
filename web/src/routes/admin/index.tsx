import { createFileRoute, redirect } from '@tanstack/react-router';
import { accountQuery } from '../../api/account.ts';
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx';

export const Route = createFileRoute('/admin/')({
	staticData: { title: 'MPesa Dashboard', loading: 'Loading statistics...' },
	// People without access to payments start with the courses. The shell shows errors.
	loader: async ({ context: { queryClient } }) => {
		const account = await queryClient.ensureQueryData(accountQuery).catch(() => undefined);
		if (account && !account.permissions.includes('payments:read'))
			throw redirect({ to: '/admin/courses', replace: true });
	},
	component: DashboardPage,
});
