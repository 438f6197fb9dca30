import { createFileRoute, redirect } from '@tanstack/react-router';
import { accountQuery } from '../../api/account.ts';
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx';

export const Route = createFileRoute('/admin/')({
	// Who may not see payments starts with the courses. Failures are the shell's to show.
	loader: async ({ context: { queryClient } }) => {
		const account = await queryClient.ensureQueryData(accountQuery).catch(() => undefined);
		if (account && !account.permissions.includes('payments:read'))
			throw redirect({ to: '/admin/courses', replace: true });
	},
	component: DashboardPage,
});
