import { createFileRoute } from '@tanstack/react-router';
import { PeoplePage } from '../../features/people/people-page.tsx';
import { listParams } from '../../ui/address/list-state.ts';

export const Route = createFileRoute('/admin/people')({
	staticData: { permission: 'people:manage' },
	validateSearch: listParams,
	component: PeoplePage,
});
