import { createFileRoute } from '@tanstack/react-router';
import { KeysPage } from '../../platform/keys/keys-page.tsx';
import { listParams } from '../../platform/ui/address/list-state.ts';

export const Route = createFileRoute('/admin/keys')({
	staticData: { title: 'API Keys', loading: 'Loading keys...', permission: 'keys:manage' },
	validateSearch: listParams,
	component: KeysPage,
});
