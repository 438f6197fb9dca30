import { BackLink, DashboardLink } from '../../ui/back-link.tsx';
import { SUBJECTS } from './addresses.ts';

/** The ways back from a subject. */
export const SubjectBackLinks = ({ courseId }: { courseId: string }) => (
	<>
		<DashboardLink />
		<BackLink to={SUBJECTS} params={{ courseId }}>
			Back to Subjects
		</BackLink>
		<BackLink to="/admin/courses">Courses</BackLink>
	</>
);
