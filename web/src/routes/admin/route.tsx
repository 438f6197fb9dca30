import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Shell } from '../../shell/shell.tsx';
import { listState } from '../../ui/list-state.ts';

export const Route = createFileRoute('/admin')({
	// Every screen starts with the shell: fetched on its own, it would cost a round trip.
	codeSplitGroupings: [],
	validateSearch: listState,
	component: () => (
		<Shell>
			<Outlet />
		</Shell>
	),
});
