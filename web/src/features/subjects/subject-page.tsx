import { Group, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { allSubjects } from '#shared/contract/lists.ts';
import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { preflightQuery } from '../../api/preflight.ts';
import { useItemInPlace } from '../../api/queries.ts';
import { DialogButton } from '../../ui/dialog/dialog-button.tsx';
import { FactsLine } from '../../ui/facts.tsx';
import { useWaitsForForm } from '../../ui/form/earlier-values.ts';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { RowBusy, useWide } from '../../ui/list/row.tsx';
import { FieldSwitch, useRowVerbs, Verbs } from '../../ui/list/row-actions.tsx';
import { useAnyLoading } from '../../ui/loading/loading.tsx';
import { onDemand } from '../../ui/loading/on-demand.tsx';
import { ItemMenu } from '../../ui/menu/item-menu.tsx';
import { Breadcrumb } from '../../ui/page/back-link.tsx';
import { useBackToList } from '../../ui/page/back-to-list.ts';
import { ForEditors } from '../../ui/page/for-editors.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ItemState, PublishButton } from '../../ui/preflight/publishing.tsx';
import { SubjectTopics } from './subject-topics.tsx';

const Editing = onDemand(() => import('./subject-dialog.tsx'), 'SubjectDialog');

/** Renders the switches of a subject. */
const Switches = ({ subject }: { subject: Subject }) => {
	const { isBusy, verbs } = useRowVerbs(subjects, { courseId: subject.course_id });
	return (
		<RowBusy busy={isBusy(subject.id)}>
			<Verbs value={verbs}>
				<Group gap="8px 24px" mih={{ base: 44, sm: 0 }}>
					<FieldSwitch row={subject} field="published" label="Published" words="Published" />
					<FieldSwitch row={subject} field="freeSubject" label="Free" words="Free" />
				</Group>
			</Verbs>
		</RowBusy>
	);
};

/** Renders a subject: its facts, switches and topics. */
export const SubjectPage = ({ courseId, subjectId }: { courseId: string; subjectId: string }) => {
	const place = { courseId, subjectId };
	const { item: subject, withNames } = useItemInPlace(allSubjects, place);
	const preflight = useQuery(preflightQuery(subjects, place));
	const loading = useAnyLoading(subject, preflight);
	const wide = useWide();
	const toList = useBackToList(subjects, { courseId });
	const isRestoring = useWaitsForForm(subjectId);
	const item = subject.data;
	return (
		<Page
			loading={loading}
			title={(!loading && item?.name) || 'Subject'}
			state={<ItemState resource={subjects} place={place} />}
			back={<Breadcrumb of={['Back to Subjects']} place={{ courseId }} />}
			actions={
				!subject.isError && (
					<>
						<ForEditors>
							<DialogButton
								part={Editing}
								opens={isRestoring}
								dialog={{ place: { courseId }, item }}
								variant="default"
								leftSection={<IconPencil size={18} aria-hidden />}
							>
								Edit
							</DialogButton>
						</ForEditors>
						<PublishButton resource={subjects} place={place} />
					</>
				)
			}
			more={item && <ItemMenu resource={subjects} place={place} item={item} onDeleted={toList} />}
		>
			<LoadedForm
				query={subject}
				resource={subjects}
				id={subjectId}
				fallback="Failed to fetch subject"
			>
				{(data) => {
					const facts = (
						<FactsLine
							of={{
								'Course Name': withNames?.course_name ?? '…',
								'Subject Name': data.name,
								Order: data.order_num,
								Topics: data.stats.topicCount,
								'Past papers': data.stats.paperCount,
							}}
						/>
					);
					return (
						<Stack gap="sm">
							<Group gap="8px 24px" justify="space-between">
								{wide && facts}
								<Switches subject={data} />
							</Group>
							<SubjectTopics courseId={courseId} subjectId={subjectId} />
							{!wide && facts}
						</Stack>
					);
				}}
			</LoadedForm>
		</Page>
	);
};
