import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/platform/lists.ts';
import { ExamSetPage } from '../../../../content/exam-sets/exam-set-page.tsx';
import { buildItemOptions } from '../../../../platform/ui/address/content-routes.ts';
import { needsIds } from '../../../../platform/ui/address/missing-id.ts';
import { ItemById } from '../../../../platform/ui/content/item-by-id.tsx';

export const Route = createFileRoute('/admin/examsets/$examSetId/')({
	beforeLoad: needsIds,
	...buildItemOptions(allExamSets),
	component: () => <ItemById list={allExamSets} Screen={ExamSetPage} />,
});
