import { BackLink } from '../../ui/back-link.tsx';

/** The ways back from the form of a course. */
export const CourseBackLinks = () => (
	<>
		<BackLink to="/admin">Dashboard</BackLink>
		<BackLink to="/admin/courses">Courses</BackLink>
	</>
);
