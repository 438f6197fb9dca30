import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { itemQuery } from '../../api/queries.ts';
import { HistoryButton } from '../../ui/audit/history-button.tsx';
import { useComing } from '../../ui/coming.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { FormSkeleton } from '../../ui/form-skeleton.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { RowBusy } from '../../ui/row-busy.tsx';
import { useWayBack } from '../../ui/way-back.ts';
import { SUBJECT_EXAM_SETS, SUBJECT_TOPICS, SUBJECTS } from './addresses.ts';
import { prepareSubjectDialog, SubjectDialog } from './late-subject-dialog.ts';
import { SubjectBackLinks } from './subject-back-links.tsx';
import { SubjectSwitches, useSubjectToggle } from './subject-switches.tsx';
import classes from './subjects.module.css';

interface SubjectPanelProps {
	subject: Subject;
	courseName: string | undefined;
}

const SubjectPanel = ({ subject, courseName }: SubjectPanelProps) => {
	const place = { courseId: subject.course_id };
	const { isBusy, toggle } = useSubjectToggle(subject.course_id);
	const params = { ...place, subjectId: subject.id };
	const toList = useWayBack(linkOptions({ to: SUBJECTS, params: place }), '/admin/subjects');
	return (
		<section className={classes.panel} aria-label="Course and subject">
			<dl className={classes.names}>
				<div>
					<dt>Course Name</dt>
					<dd>{courseName ?? '…'}</dd>
				</div>
				<div>
					<dt>Subject Name</dt>
					<dd>{subject.name}</dd>
				</div>
			</dl>
			<dl className={classes.numbers}>
				<div>
					<dt>Order</dt>
					<dd>{subject.order_num}</dd>
				</div>
				<div>
					<dt>Topics</dt>
					<dd>{subject.stats.topicCount}</dd>
				</div>
				<div>
					<dt>Past papers</dt>
					<dd>{subject.stats.paperCount}</dd>
				</div>
			</dl>
			<RowBusy busy={isBusy(subject.id)}>
				<SubjectSwitches subject={subject} toggle={toggle} />
			</RowBusy>
			<div className={classes.foot}>
				<LinkButton to={SUBJECT_TOPICS} params={params}>
					View Topics
				</LinkButton>
				<LinkButton to={SUBJECT_EXAM_SETS} params={params} variant="light">
					View Exam Sets
				</LinkButton>
				<span className={classes.end}>
					<DeleteButton item={subject} resource={subjects} place={place} onDeleted={toList} />
				</span>
			</div>
		</section>
	);
};

/** One subject: what it is called, where it lies, and the ways on. */
export const SubjectPage = ({ courseId, subjectId }: { courseId: string; subjectId: string }) => {
	const course = useQuery(itemQuery(courses, { courseId }));
	const subject = useQuery(itemQuery(subjects, { courseId, subjectId }));
	const [editing, setEditing] = useState(false);
	const coming = useComing(course, subject);
	const item = coming ? undefined : subject.data;
	return (
		<Page
			coming={coming}
			title={item?.name ?? 'Subject'}
			subtitle={item && course.data?.name}
			back={<SubjectBackLinks courseId={courseId} />}
			actions={
				item && (
					<>
						<HistoryButton kind="subject" id={subjectId} name={item.name} />
						<ForEditors>
							<Button
								variant="default"
								leftSection={<IconPencil size={18} aria-hidden />}
								onClick={() => setEditing(true)}
								onPointerEnter={prepareSubjectDialog}
								onFocus={prepareSubjectDialog}
							>
								Edit
							</Button>
						</ForEditors>
					</>
				)
			}
			narrow
		>
			<Loaded
				query={subject}
				loading="Loading subject..."
				heading="Error loading subject"
				fallback="Failed to fetch subject"
				skeleton={<FormSkeleton />}
			>
				{(found) => <SubjectPanel subject={found} courseName={course.data?.name} />}
			</Loaded>
			<SubjectDialog
				opened={editing && item !== undefined}
				courseId={courseId}
				subject={editing && item ? item : null}
				onClose={() => setEditing(false)}
			/>
		</Page>
	);
};
