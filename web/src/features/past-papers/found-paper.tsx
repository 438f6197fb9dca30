import { allExamSets, allPastPapers } from '#shared/contract/lists.ts';
import { Found } from '../../ui/cross-list/found.tsx';
import { PaperPage } from './paper-page.tsx';
import { PapersPage } from './papers-page.tsx';

/** One past paper by its id alone. */
export const FoundPaper = ({ paperId }: { paperId: string }) => (
	<Found list={allPastPapers} id={paperId} title="Past Papers" to="/admin/pastpapers">
		{({ id, course_id, examset_id }) => (
			<PaperPage courseId={course_id} examSetId={examset_id} paperId={id} />
		)}
	</Found>
);

/** The past papers of an exam set by its id alone. */
export const FoundPapers = ({ examSetId }: { examSetId: string }) => (
	<Found list={allExamSets} id={examSetId} title="Exam Sets" to="/admin/examsets">
		{({ id, course_id }) => <PapersPage courseId={course_id} examSetId={id} />}
	</Found>
);
