import { BackLink } from '../../ui/back-link.tsx';
import { SUBJECTS } from './addresses.ts';

/** The ways back from a subject. */
export const SubjectBackLinks = ({ courseId }: { courseId: string }) => (
	<>
		<BackLink to="/admin">Dashboard</BackLink>
		<BackLink to={SUBJECTS} params={{ courseId }}>
			Back to Subjects
		</BackLink>
		<BackLink to="/admin/courses">Courses</BackLink>
	</>
);
