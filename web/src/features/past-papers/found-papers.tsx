import { allExamSets } from '#shared/contract/lists.ts';
import { Found } from '../../ui/cross-list/found.tsx';
import { PapersPage } from './papers-page.tsx';

/** The past papers of an exam set by its id alone. */
export const FoundPapers = ({ examSetId }: { examSetId: string }) => (
	<Found list={allExamSets} id={examSetId} title="Exam Sets" to="/admin/examsets">
		{({ id, course_id }) => <PapersPage courseId={course_id} examSetId={id} />}
	</Found>
);
