import { createFileRoute } from '@tanstack/react-router';
import { subjects } from '#shared/contract/content/subjects.ts';
import { SubjectsPage } from '../../../../../content/subjects/subjects-page.tsx';
import { buildListOptions } from '../../../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/list')({
	...buildListOptions(subjects),
	component: () => <SubjectsPage courseId={Route.useParams().courseId} />,
});
