import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '../../api/load.ts';
import { peopleQuery } from '../../api/people.ts';
import { PeoplePage } from '../../features/people/people-page.tsx';
import { listParams } from '../../ui/address/list-state.ts';

export const Route = createFileRoute('/admin/people')({
	staticData: { title: 'People', permission: 'people:manage', loading: 'Loading people...' },
	validateSearch: listParams,
	loader: ({ context }) => loadOne(context.queryClient, peopleQuery),
	component: PeoplePage,
});
