import { createFileRoute } from '@tanstack/react-router';
import { auditQuery } from '#shared/contract/audit.ts';
import { AuditPage } from '../../features/audit/audit-page.tsx';
import { searchParams } from '../../ui/address/search-params.ts';

export const Route = createFileRoute('/admin/audit')({
	staticData: { title: 'Audit Trail', loading: 'Loading history...', permission: 'audit:read' },
	validateSearch: searchParams(auditQuery),
	component: AuditPage,
});
