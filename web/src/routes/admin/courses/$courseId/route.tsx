import { createFileRoute, Outlet } from '@tanstack/react-router';
import { CourseWorkspace } from '../../../../features/courses/course-workspace.tsx';
import { needsIds } from '../../../../ui/address/missing-id.ts';

const Screen = () => (
	<CourseWorkspace {...Route.useParams()}>
		<Outlet />
	</CourseWorkspace>
);

/** Renders the header of every screen of a course. Rejects an address with missing ids. */
export const Route = createFileRoute('/admin/courses/$courseId')({
	beforeLoad: needsIds,
	component: Screen,
});
