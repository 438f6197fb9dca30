import { createFileRoute, redirect } from '@tanstack/react-router';
import { DashboardPage } from '../../finance/dashboard/dashboard-page.tsx';
import { accountQuery } from '../../platform/api/account.ts';

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
