import { createFileRoute } from '@tanstack/react-router';
import { auditQuery } from '#shared/contract/audit.ts';
import { AuditPage } from '../../features/audit/audit-page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { searchParams } from '../../ui/search-params.ts';

export const Route = createFileRoute('/admin/audit')({
	validateSearch: searchParams(auditQuery),
	component: () => (
		<RequirePermission permission="audit:read">
			<AuditPage />
		</RequirePermission>
	),
});
