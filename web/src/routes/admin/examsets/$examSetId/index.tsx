import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/lists.ts';
import { ExamSetPage } from '../../../../features/exam-sets/exam-set-page.tsx';
import { buildItemOptions } from '../../../../ui/address/content-routes.ts';
import { needsIds } from '../../../../ui/address/missing-id.ts';
import { ItemById } from '../../../../ui/content/item-by-id.tsx';

export const Route = createFileRoute('/admin/examsets/$examSetId/')({
	beforeLoad: needsIds,
	...buildItemOptions(allExamSets),
	component: () => <ItemById list={allExamSets} Screen={ExamSetPage} />,
});
