import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '../../platform/api/load.ts';
import { statusQuery } from '../../platform/api/status.ts';
import { StatusPage } from '../../platform/system/status-page.tsx';

export const Route = createFileRoute('/admin/status')({
	staticData: { title: 'Status', permission: 'system:read', loading: 'Loading status...' },
	loader: ({ context }) => loadOne(context.queryClient, statusQuery),
	component: StatusPage,
});
