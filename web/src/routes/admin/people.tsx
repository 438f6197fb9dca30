import { createFileRoute } from '@tanstack/react-router';
import { PeoplePage } from '../../features/people/people-page.tsx';
import { listParams } from '../../ui/list-state.ts';
import { RequirePermission } from '../../ui/require-permission.tsx';

export const Route = createFileRoute('/admin/people')({
	validateSearch: listParams,
	component: () => (
		<RequirePermission permission="people:manage">
			<PeoplePage />
		</RequirePermission>
	),
});
