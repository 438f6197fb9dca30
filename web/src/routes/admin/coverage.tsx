import { createFileRoute } from '@tanstack/react-router';
import { LackingPage } from '../../features/coverage/lacking-page.tsx';
import { listParams } from '../../ui/address/list-state.ts';

export const Route = createFileRoute('/admin/coverage')({
	validateSearch: listParams,
	component: LackingPage,
});
