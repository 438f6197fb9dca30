import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '../../features/system/status-page.tsx';
import { Needs } from '../../ui/needs.tsx';

export const Route = createFileRoute('/admin/status')({
	component: () => (
		<Needs permission="system:read">
			<StatusPage />
		</Needs>
	),
});
