import { BackLink, DashboardLink } from '../../ui/back-link.tsx';

/** The ways back from the form of a course. */
export const CourseBackLinks = () => (
	<>
		<DashboardLink />
		<BackLink to="/admin/courses">Courses</BackLink>
	</>
);
