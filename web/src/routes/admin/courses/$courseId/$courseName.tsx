import { createFileRoute } from '@tanstack/react-router';
import { ExamSetsPage } from '../../../../features/exam-sets/exam-sets-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/$courseName')({
	component: () => {
		const { courseId, courseName } = Route.useParams();
		return <ExamSetsPage courseId={courseId} create="Create Exam Set" nameInAddress={courseName} />;
	},
});
