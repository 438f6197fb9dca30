import { createFileRoute } from '@tanstack/react-router';
import { PeoplePage } from '../../features/people/people-page.tsx';
import { listParams } from '../../ui/list-state.ts';
import { Needs } from '../../ui/needs.tsx';

export const Route = createFileRoute('/admin/people')({
	validateSearch: listParams,
	component: () => (
		<Needs permission="people:manage">
			<PeoplePage />
		</Needs>
	),
});
