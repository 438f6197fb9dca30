import { createFileRoute } from '@tanstack/react-router';
import { subjects } from '#shared/contract/content/subjects.ts';
import { SubjectsPage } from '../../../../../content/subjects/subjects-page.tsx';
import { buildListOptions } from '../../../../../platform/ui/address/content-routes.ts';

const { staticData, ...options } = buildListOptions(subjects);

export const Route = createFileRoute('/admin/courses/$courseId/subjects/new')({
	staticData: { ...staticData, permission: 'content:write' },
	...options,
	component: () => <SubjectsPage courseId={Route.useParams().courseId} adding />,
});
