import { createFileRoute, Outlet } from '@tanstack/react-router';
import { listParams } from '../../../../platform/ui/address/list-state.ts';
import { needsIds } from '../../../../platform/ui/address/missing-id.ts';
import { CourseStrip } from '../../../../platform/ui/content/course-strip.tsx';

const Screen = () => (
	<CourseStrip {...Route.useParams()}>
		<Outlet />
	</CourseStrip>
);

/** Renders the strip above every screen of a course. Rejects an address with missing ids. */
export const Route = createFileRoute('/admin/courses/$courseId')({
	// For the lists below it.
	validateSearch: listParams,
	beforeLoad: needsIds,
	component: Screen,
});
