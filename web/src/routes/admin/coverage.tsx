import { createFileRoute } from '@tanstack/react-router';
import { MissingPapersPage } from '../../papers/coverage/missing-papers-page.tsx';
import { listParams } from '../../platform/ui/address/list-state.ts';

export const Route = createFileRoute('/admin/coverage')({
	staticData: { part: 'papers', title: 'Missing papers', loading: 'Loading coverage...' },
	validateSearch: listParams,
	component: MissingPapersPage,
});
