import { Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type Subject, subjects } from '#shared/contract/content/subjects.ts';
import { allSubjects } from '#shared/contract/platform/lists.ts';
import { isNotFound } from '../../platform/api/api-error.ts';
import { contentPages } from '../../platform/ui/content/content-pages.tsx';
import { ItemMenu } from '../../platform/ui/content/item-menu.tsx';
import { DialogButton } from '../../platform/ui/dialog/dialog-button.tsx';
import { FactsLine } from '../../platform/ui/facts.tsx';
import { useWaitsForForm } from '../../platform/ui/form/earlier-values.ts';
import { onDemand } from '../../platform/ui/loading/on-demand.tsx';
import { useBackToList } from '../../platform/ui/page/back-to-list.ts';
import { ForEditors } from '../../platform/ui/page/for-editors.tsx';
import { RowBusy, useWide } from '../../platform/ui/row.tsx';
import { FieldSwitch, useRowVerbs, Verbs } from '../../platform/ui/table/row-actions.tsx';
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

/** The page of a subject: its facts, switches and topics. */
export const { Item: SubjectPage } = contentPages(allSubjects, {
	fallback: 'Failed to fetch subject',
	Body: ({ names, place, item }) => {
		const wide = useWide();
		const facts = (
			<>
				{/* The strip and the title show these. */}
				<VisuallyHidden>
					<FactsLine of={{ 'Course Name': names.course_name ?? '…', 'Subject Name': item.name }} />
				</VisuallyHidden>
				<FactsLine
					of={{
						Order: item.order_num,
						Topics: item.stats.topicCount,
						'Past Papers': item.stats.paperCount,
					}}
				/>
			</>
		);
		return (
			<Stack gap="sm">
				<Group gap="8px 24px" justify="space-between">
					{wide && facts}
					<Switches subject={item} />
				</Group>
				<SubjectTopics {...place} />
				{!wide && facts}
			</Stack>
		);
	},
	usePage: ({ place, item: { data, error } }) => {
		const toList = useBackToList(subjects, place);
		const { courseId, subjectId } = place;
		const isRestoring = useWaitsForForm(subjectId);
		return {
			narrow: false,
			actions: (
				<ForEditors>
					<DialogButton
						part={Editing}
						opens={isRestoring}
						dialog={{ place: { courseId }, item: data }}
						variant="default"
						leftSection={<IconPencil size={18} aria-hidden />}
					>
						Edit
					</DialogButton>
				</ForEditors>
			),
			more: data && !isNotFound(error) && (
				<ItemMenu resource={subjects} place={place} item={data} onDeleted={toList} />
			),
		};
	},
});
