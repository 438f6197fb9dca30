import { createFileRoute } from '@tanstack/react-router';
import { subjects } from '#shared/contract/subjects.ts';
import { SubjectsPage } from '../../../../../features/subjects/subjects-page.tsx';
import { buildListOptions } from '../../../../../ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/')({
	...buildListOptions(subjects),
	component: () => <SubjectsPage courseId={Route.useParams().courseId} />,
});
