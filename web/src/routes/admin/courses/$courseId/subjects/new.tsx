import { createFileRoute } from '@tanstack/react-router';
import { SubjectsPage } from '../../../../../features/subjects/subjects-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/new')({
	staticData: { permission: 'content:write' },
	component: () => <SubjectsPage courseId={Route.useParams().courseId} adding />,
});
