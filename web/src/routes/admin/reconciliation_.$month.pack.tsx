import { createFileRoute } from '@tanstack/react-router';
import { PackPage } from '../../features/periods/pack-page.tsx';

export const Route = createFileRoute('/admin/reconciliation_/$month/pack')({
	staticData: { permission: 'payments:read' },
	component: () => <PackPage {...Route.useParams()} />,
});
