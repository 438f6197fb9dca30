import { createFileRoute } from '@tanstack/react-router';
import { auditQuery } from '#shared/contract/platform/audit.ts';
import { AuditPage } from '../../platform/audit/audit-page.tsx';
import { searchParams } from '../../platform/ui/address/search-params.ts';

export const Route = createFileRoute('/admin/audit')({
	staticData: { title: 'Audit Trail', loading: 'Loading history...', permission: 'audit:read' },
	validateSearch: searchParams(auditQuery),
	component: AuditPage,
});
