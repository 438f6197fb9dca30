import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { itemQuery } from '../../api/queries.ts';
import { HistoryButton } from '../../ui/audit/history-button.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { useComing } from '../../ui/coming.ts';
import { PageForm } from '../../ui/form/page-form.tsx';
import { FormSkeleton } from '../../ui/form-skeleton.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useWayBack } from '../../ui/way-back.ts';
import { ExamSetFields, newExamSet } from './exam-set-fields.tsx';

const LIST = '/admin/courses/$courseId/examsets/list';

interface ExamSetFormProps {
	courseId: string;
	/** The exam set to edit; left out, a new one is made. */
	examSet?: ExamSet;
}

const ExamSetForm = ({ courseId, examSet }: ExamSetFormProps) => {
	const toList = useWayBack(linkOptions({ to: LIST, params: { courseId } }), '/admin/examsets');
	return (
		<PageForm
			resource={examSets}
			place={{ courseId }}
			item={examSet}
			start={newExamSet()}
			fallback="Failed to save exam set"
			cancel={linkOptions({ to: LIST, params: { courseId } })}
			leave={toList}
		>
			{(form) => <ExamSetFields form={form} />}
		</PageForm>
	);
};

const Back = ({ courseId }: { courseId: string }) => (
	<>
		<BackLink to={LIST} params={{ courseId }}>
			Exam Sets
		</BackLink>
		<BackLink to="/admin/courses/$courseId/subjects/list" params={{ courseId }}>
			Subjects
		</BackLink>
		<BackLink to="/admin/courses/$courseId" params={{ courseId }}>
			Course
		</BackLink>
	</>
);

/** One exam set, to edit. */
export const ExamSetPage = ({ courseId, examSetId }: { courseId: string; examSetId: string }) => {
	const course = useQuery(itemQuery(courses, { courseId }));
	const examSet = useQuery(itemQuery(examSets, { courseId, examSetId }));
	const coming = useComing(course, examSet);
	const item = coming ? undefined : examSet.data;
	return (
		<Page
			coming={coming}
			title={item?.name ?? 'Exam Set'}
			subtitle={item && course.data?.name}
			back={<Back courseId={courseId} />}
			actions={
				item && (
					<>
						<HistoryButton kind="examset" id={examSetId} name={item.name} />
						<LinkButton
							to="/admin/courses/$courseId/examsets/$examSetId/pastpapers"
							params={{ courseId, examSetId }}
							variant="default"
						>
							Past Papers
						</LinkButton>
					</>
				)
			}
			narrow
		>
			<Loaded
				query={examSet}
				loading="Loading exam set..."
				heading="Error loading exam set"
				skeleton={<FormSkeleton />}
			>
				{(data) => <ExamSetForm key={examSetId} courseId={courseId} examSet={data} />}
			</Loaded>
		</Page>
	);
};

/** A new exam set of a course. */
export const NewExamSetPage = ({ courseId }: { courseId: string }) => {
	const course = useQuery(itemQuery(courses, { courseId }));
	return (
		<Page
			title="New Exam Set"
			subtitle={course.data?.name}
			back={<Back courseId={courseId} />}
			narrow
		>
			<Loaded
				query={course}
				loading="Loading course details..."
				heading="Error loading course"
				skeleton={<FormSkeleton />}
			>
				{() => <ExamSetForm courseId={courseId} />}
			</Loaded>
		</Page>
	);
};
