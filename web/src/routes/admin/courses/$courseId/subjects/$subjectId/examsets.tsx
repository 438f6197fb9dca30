import { createFileRoute } from '@tanstack/react-router';
import { examSets } from '#shared/contract/exam-sets.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { loadAll } from '../../../../../../api/load.ts';
import { buildItemQuery, listQuery } from '../../../../../../api/queries.ts';
import { buildSubjectPapersQuery } from '../../../../../../features/subjects/queries.ts';
import { SubjectExamSetsPage } from '../../../../../../features/subjects/subject-exam-sets-page.tsx';

export const Route = createFileRoute('/admin/courses/$courseId/subjects/$subjectId/examsets')({
	staticData: { title: 'Exam Sets', loading: 'Loading exam sets...' },
	preload: false,
	loader: ({ context, params: { courseId, subjectId } }) =>
		loadAll(
			context.queryClient,
			buildItemQuery(subjects, { courseId, subjectId }),
			listQuery(examSets, { courseId }),
			buildSubjectPapersQuery({ courseId, subjectId }),
		),
	component: () => <SubjectExamSetsPage {...Route.useParams()} />,
});
