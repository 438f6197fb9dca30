import { createFileRoute } from '@tanstack/react-router';
import { NewPaperPage, PaperPage } from '../../../../../../../features/past-papers/paper-page.tsx';
import { NEEDS_EXAM_SET, needsIds } from '../../../../../../../ui/missing-id.ts';
import { RequirePermission } from '../../../../../../../ui/require-permission.tsx';

export const Route = createFileRoute(
	'/admin/courses/$courseId/examsets/$examSetId/pastpapers/$paperId',
)({
	beforeLoad: needsIds(NEEDS_EXAM_SET),
	component: () => {
		const { paperId, ...place } = Route.useParams();
		if (paperId === 'new')
			return (
				<RequirePermission permission="content:write">
					<NewPaperPage {...place} />
				</RequirePermission>
			);
		return <PaperPage {...place} paperId={paperId} />;
	},
});
