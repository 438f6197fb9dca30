import { createFileRoute, Outlet } from '@tanstack/react-router';
import { needsIds } from '../../../../ui/address/missing-id.ts';
import { CourseStrip } from '../../../../ui/page/course-strip.tsx';

const Screen = () => (
	<CourseStrip {...Route.useParams()}>
		<Outlet />
	</CourseStrip>
);

/** Renders the strip above every screen of a course. Rejects an address with missing ids. */
export const Route = createFileRoute('/admin/courses/$courseId')({
	beforeLoad: needsIds,
	component: Screen,
});
