import { createFileRoute } from '@tanstack/react-router';
import { KeysPage } from '../../features/keys/keys-page.tsx';
import { listParams } from '../../ui/list-state.ts';
import { Needs } from '../../ui/needs.tsx';

export const Route = createFileRoute('/admin/keys')({
	validateSearch: listParams,
	component: () => (
		<Needs permission="keys:manage">
			<KeysPage />
		</Needs>
	),
});
