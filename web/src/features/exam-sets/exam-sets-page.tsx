import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { examSets } from '#shared/contract/exam-sets.ts';
import { itemQuery, listQuery } from '../../api/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { Page } from '../../ui/page.tsx';
import { ExamSetList } from './exam-set-list.tsx';
import { ExamSetDialog, prepareExamSetDialog } from './late-exam-set-dialog.ts';

interface ExamSetsPageProps {
	courseId: string;
	/** What the button and the dialog for a new one are called. */
	create?: 'Add Exam Set' | 'Create Exam Set';
	/** The name that the address gives the course, until its own is there. */
	nameInAddress?: string;
}

/** The exam sets of one course, at their own address and at the course's by name. */
export const ExamSetsPage = ({
	courseId,
	create = 'Add Exam Set',
	nameInAddress,
}: ExamSetsPageProps) => {
	const client = useQueryClient();
	const { queryKey } = listQuery(examSets, { courseId });
	const fetching = useIsFetching({ queryKey, predicate: ({ state }) => state.data !== undefined });
	const course = useQuery(itemQuery(courses, { courseId }));
	const [adding, setAdding] = useState(false);
	const name = course.data?.item.name ?? nameInAddress?.trim() ?? 'Exam Sets';
	return (
		<Page
			title={name}
			subtitle="Manage exam sets for this course"
			back={
				<>
					<BackLink to="/admin/courses">Courses</BackLink>
					<BackLink to="/admin/courses/$courseId" params={{ courseId }}>
						Course
					</BackLink>
				</>
			}
			actions={
				<>
					<Button
						variant="default"
						leftSection={<IconRefresh size={18} aria-hidden />}
						onClick={() => void client.refetchQueries({ queryKey })}
						loading={fetching > 0}
					>
						Refresh
					</Button>
					<ForEditors>
						<Button
							leftSection={<IconPlus size={18} aria-hidden />}
							onClick={() => setAdding(true)}
							onPointerEnter={prepareExamSetDialog}
							onFocus={prepareExamSetDialog}
						>
							{create}
						</Button>
					</ForEditors>
				</>
			}
		>
			<ExamSetList courseId={courseId} courseName={name} onAdd={() => setAdding(true)} />
			<ExamSetDialog
				opened={adding}
				courseId={courseId}
				subject={adding ? 'new' : null}
				title={create}
				onClose={() => setAdding(false)}
			/>
		</Page>
	);
};
