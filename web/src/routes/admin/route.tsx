import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Shell } from '../../shell/shell.tsx';
import { listState } from '../../ui/list-state.ts';

export const Route = createFileRoute('/admin')({
	validateSearch: listState,
	component: () => (
		<Shell>
			<Outlet />
		</Shell>
	),
});
