import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '../../features/system/status-page.tsx';

export const Route = createFileRoute('/admin/status')({
	staticData: { permission: 'system:read' },
	component: StatusPage,
});
