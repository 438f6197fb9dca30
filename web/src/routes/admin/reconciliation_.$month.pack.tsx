import { createFileRoute } from '@tanstack/react-router';
import { PackPage } from '../../features/periods/pack-page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';

const Pack = () => {
	const { month } = Route.useParams();
	return (
		<RequirePermission permission="payments:read">
			<PackPage month={month} />
		</RequirePermission>
	);
};

export const Route = createFileRoute('/admin/reconciliation_/$month/pack')({ component: Pack });
