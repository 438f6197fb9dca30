import { createFileRoute } from '@tanstack/react-router';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import { subjects } from '#shared/contract/content/subjects.ts';
import { buildSubjectPapersQuery } from '../../../../../../content/subjects/queries.ts';
import { SubjectExamSetsPage } from '../../../../../../content/subjects/subject-exam-sets-page.tsx';
import { loadAll } from '../../../../../../platform/api/load.ts';
import { buildItemQuery, listQuery } from '../../../../../../platform/api/queries.ts';

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
