import { createFileRoute } from '@tanstack/react-router';
import { MissingPapersPage } from '../../features/coverage/missing-papers-page.tsx';
import { listParams } from '../../ui/address/list-state.ts';

export const Route = createFileRoute('/admin/coverage')({
	staticData: { title: 'Missing papers', loading: 'Loading coverage...' },
	validateSearch: listParams,
	component: MissingPapersPage,
});
