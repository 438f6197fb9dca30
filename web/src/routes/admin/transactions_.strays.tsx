import { createFileRoute } from '@tanstack/react-router';
import { UnmatchedPage } from '../../features/transactions/unmatched-page.tsx';
import { Needs } from '../../ui/needs.tsx';

export const Route = createFileRoute('/admin/transactions_/strays')({
	component: () => (
		<Needs permission="payments:read">
			<UnmatchedPage />
		</Needs>
	),
});
