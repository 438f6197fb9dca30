import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { examSets } from '#shared/contract/exam-sets.ts';
import { itemQuery, listQuery } from '../../api/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { useComing } from '../../ui/coming.ts';
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
	const course = useQuery(itemQuery(courses, { courseId }));
	const list = useQuery(listQuery(examSets, { courseId }));
	const coming = useComing(course, list);
	const [adding, setAdding] = useState(false);
	const known = coming ? undefined : course.data?.name;
	const name = known ?? nameInAddress?.trim() ?? 'Exam Sets';
	return (
		<Page
			coming={coming}
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
						onClick={() => void list.refetch()}
						loading={list.isFetching && !list.isPending}
					>
						Refresh
					</Button>
					{!list.isLoadingError && (
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
					)}
				</>
			}
		>
			<ExamSetList
				list={list}
				courseId={courseId}
				courseName={name}
				onAdd={() => setAdding(true)}
			/>
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
