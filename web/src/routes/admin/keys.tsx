import { createFileRoute } from '@tanstack/react-router';
import { KeysPage } from '../../features/keys/keys-page.tsx';
import { Needs } from '../../ui/needs.tsx';

export const Route = createFileRoute('/admin/keys')({
	component: () => (
		<Needs permission="keys:manage">
			<KeysPage />
		</Needs>
	),
});
