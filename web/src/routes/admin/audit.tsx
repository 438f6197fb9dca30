import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../features/audit/audit-page.tsx';
import { Needs } from '../../ui/needs.tsx';

export const Route = createFileRoute('/admin/audit')({
	component: () => (
		<Needs permission="audit:read">
			<AuditPage />
		</Needs>
	),
});
