import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '../../features/system/status-page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';

export const Route = createFileRoute('/admin/status')({
	component: () => (
		<RequirePermission permission="system:read">
			<StatusPage />
		</RequirePermission>
	),
});
