import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/lists.ts';
import { ExamSetPage } from '../../../../features/exam-sets/exam-set-page.tsx';
import { needsIds } from '../../../../ui/address/missing-id.ts';
import { FoundItem } from '../../../../ui/list/found-item.tsx';

export const Route = createFileRoute('/admin/examsets/$examSetId/')({
	beforeLoad: needsIds,
	component: () => (
		<FoundItem list={allExamSets} id={Route.useParams().examSetId} Screen={ExamSetPage} />
	),
});
