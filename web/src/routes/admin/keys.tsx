import { createFileRoute } from '@tanstack/react-router';
import { KeysPage } from '../../features/keys/keys-page.tsx';
import { listParams } from '../../ui/list-state.ts';
import { RequirePermission } from '../../ui/require-permission.tsx';

export const Route = createFileRoute('/admin/keys')({
	validateSearch: listParams,
	component: () => (
		<RequirePermission permission="keys:manage">
			<KeysPage />
		</RequirePermission>
	),
});
