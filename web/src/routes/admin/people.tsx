import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '../../platform/api/load.ts';
import { peopleQuery } from '../../platform/api/people.ts';
import { PeoplePage } from '../../platform/people/people-page.tsx';
import { listParams } from '../../platform/ui/address/list-state.ts';

export const Route = createFileRoute('/admin/people')({
	staticData: { title: 'People', permission: 'people:manage', loading: 'Loading people...' },
	validateSearch: listParams,
	loader: ({ context }) => loadOne(context.queryClient, peopleQuery),
	component: PeoplePage,
});
