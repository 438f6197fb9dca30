import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '../../api/load.ts';
import { statusQuery } from '../../api/status.ts';
import { StatusPage } from '../../features/system/status-page.tsx';

export const Route = createFileRoute('/admin/status')({
	staticData: { title: 'Status', permission: 'system:read', loading: 'Loading status...' },
	loader: ({ context }) => loadOne(context.queryClient, statusQuery),
	component: StatusPage,
});
