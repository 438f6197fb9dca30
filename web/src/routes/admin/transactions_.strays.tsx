import { createFileRoute } from '@tanstack/react-router';
import { StraysPage } from '../../features/transactions/strays-page.tsx';
import { Needs } from '../../ui/needs.tsx';

export const Route = createFileRoute('/admin/transactions_/strays')({
	component: () => (
		<Needs permission="payments:read">
			<StraysPage />
		</Needs>
	),
});
