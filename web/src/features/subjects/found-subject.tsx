import { allSubjects } from '#shared/contract/lists.ts';
import { Found } from '../../ui/cross-list/found.tsx';
import { SubjectPage } from './subject-page.tsx';

/** One subject by its id alone. */
export const FoundSubject = ({ subjectId }: { subjectId: string }) => (
	<Found list={allSubjects} id={subjectId} title="Subjects" to="/admin/subjects">
		{({ id, course_id }) => <SubjectPage courseId={course_id} subjectId={id} />}
	</Found>
);
