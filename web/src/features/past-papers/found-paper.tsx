import { allPastPapers } from '#shared/contract/lists.ts';
import { Found } from '../../ui/cross-list/found.tsx';
import { PaperPage } from './paper-page.tsx';

/** One past paper by its id alone. */
export const FoundPaper = ({ paperId }: { paperId: string }) => (
	<Found list={allPastPapers} id={paperId} title="Past Papers" to="/admin/pastpapers">
		{({ id, course_id, examset_id }) => (
			<PaperPage courseId={course_id} examSetId={examset_id} paperId={id} />
		)}
	</Found>
);
