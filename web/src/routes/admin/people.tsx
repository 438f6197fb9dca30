import { createFileRoute } from '@tanstack/react-router';
import { PeoplePage } from '../../features/people/people-page.tsx';
import { Needs } from '../../ui/needs.tsx';

export const Route = createFileRoute('/admin/people')({
	component: () => (
		<Needs permission="people:manage">
			<PeoplePage />
		</Needs>
	),
});
