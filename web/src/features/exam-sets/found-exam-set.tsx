import { allExamSets } from '#shared/contract/lists.ts';
import { Found } from '../../ui/cross-list/found.tsx';
import { ExamSetPage } from './exam-set-page.tsx';

/** One exam set by its id alone. */
export const FoundExamSet = ({ examSetId }: { examSetId: string }) => (
	<Found list={allExamSets} id={examSetId} title="Exam Sets" to="/admin/examsets">
		{({ id, course_id }) => <ExamSetPage courseId={course_id} examSetId={id} />}
	</Found>
);
