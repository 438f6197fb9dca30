import { Group, Paper } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { allSubjects } from '#shared/contract/lists.ts';
import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { SUBJECT_EXAM_SETS, TOPICS } from '../../addresses.ts';
import { useItemInPlace } from '../../api/queries.ts';
import { HistoryButton } from '../../ui/audit/history-button.tsx';
import { DuplicateButton } from '../../ui/copy/duplicate.tsx';
import { DeleteButton } from '../../ui/delete/delete-button.tsx';
import { DialogButton } from '../../ui/dialog/dialog-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { RowBusy } from '../../ui/list/row.tsx';
import { FieldSwitch, useRowVerbs, Verbs } from '../../ui/list/row-actions.tsx';
import { useAnyLoading } from '../../ui/loading/loading.tsx';
import { onDemand } from '../../ui/loading/on-demand.tsx';
import { Breadcrumb, DashboardLink } from '../../ui/page/back-link.tsx';
import { useBackToList } from '../../ui/page/back-to-list.ts';
import { ForEditors } from '../../ui/page/for-editors.tsx';
import { LinkButton } from '../../ui/page/links.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TwoColumns } from '../../ui/page/section.tsx';
import { PublishButton } from '../../ui/preflight/publish-button.tsx';
import { SubjectTopics } from './subject-topics.tsx';

const Editing = onDemand(() => import('./subject-dialog.tsx'), 'SubjectDialog');

interface SubjectPanelProps {
	subject: Subject;
	courseName: string | undefined;
}

const SubjectPanel = ({ subject, courseName }: SubjectPanelProps) => {
	const place = { courseId: subject.course_id };
	const { isBusy, verbs } = useRowVerbs(subjects, place);
	const params = { ...place, subjectId: subject.id };
	const toList = useBackToList(subjects, place);
	return (
		<Paper
			component="section"
			withBorder
			bg="var(--ufundi-surface)"
			p={{ base: 'md', xs: 'lg' }}
			aria-label="Course and subject"
		>
			<Facts
				cols={{ base: 1, xs: 2, lg: 1 }}
				of={{ 'Course Name': courseName ?? '…', 'Subject Name': subject.name }}
				strong
			/>
			<Facts
				cols={3}
				of={{
					Order: subject.order_num,
					Topics: subject.stats.topicCount,
					'Past papers': subject.stats.paperCount,
				}}
				strong
			/>
			<RowBusy busy={isBusy(subject.id)}>
				<Verbs value={verbs}>
					<Group gap="8px 24px" my="sm">
						<FieldSwitch row={subject} field="published" label="Published" words="Published" />
						<FieldSwitch row={subject} field="freeSubject" label="Free" words="Free" />
					</Group>
				</Verbs>
			</RowBusy>
			<Group gap={8} mt={20}>
				<LinkButton to={TOPICS} params={params}>
					View Topics
				</LinkButton>
				<LinkButton to={SUBJECT_EXAM_SETS} params={params} variant="light">
					View Exam Sets
				</LinkButton>
				<DeleteButton item={subject} resource={subjects} place={place} onDeleted={toList} />
			</Group>
		</Paper>
	);
};

/** Renders a subject: its course, counts, switches, topics and links. */
export const SubjectPage = ({ courseId, subjectId }: { courseId: string; subjectId: string }) => {
	const { item: subject, withNames } = useItemInPlace(allSubjects, { courseId, subjectId });
	const loading = useAnyLoading(subject);
	const item = loading ? undefined : subject.data;
	return (
		<Page
			loading={loading}
			title={item?.name ?? 'Subject'}
			subtitle={item && withNames?.course_name}
			back={
				<>
					<DashboardLink />
					<Breadcrumb of={['Courses', 'Course', 'Back to Subjects']} place={{ courseId }} />
				</>
			}
			actions={
				item && (
					<>
						<HistoryButton resource={subjects} place={{ courseId, subjectId }} name={item.name} />
						<DuplicateButton resource={subjects} place={{ courseId }} source={item} />
						<ForEditors>
							<DialogButton
								part={Editing}
								dialog={{ place: { courseId }, item }}
								variant="default"
								leftSection={<IconPencil size={18} aria-hidden />}
							>
								Edit
							</DialogButton>
						</ForEditors>
						<PublishButton resource={subjects} place={{ courseId, subjectId }} />
					</>
				)
			}
		>
			<LoadedForm
				query={subject}
				resource={subjects}
				id={subjectId}
				fallback="Failed to fetch subject"
			>
				{(data) => (
					<TwoColumns wide="last">
						<SubjectPanel subject={data} courseName={withNames?.course_name} />
						<SubjectTopics courseId={courseId} subjectId={subjectId} />
					</TwoColumns>
				)}
			</LoadedForm>
		</Page>
	);
};
