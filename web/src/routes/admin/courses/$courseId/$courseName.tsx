import { createFileRoute } from '@tanstack/react-router';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import { ExamSetsPage } from '../../../../content/exam-sets/exam-sets-page.tsx';
import { buildListOptions } from '../../../../platform/ui/address/content-routes.ts';

export const Route = createFileRoute('/admin/courses/$courseId/$courseName')({
	...buildListOptions(examSets),
	component: () => {
		const { courseId, courseName } = Route.useParams();
		return <ExamSetsPage courseId={courseId} create="Create Exam Set" nameInAddress={courseName} />;
	},
});
