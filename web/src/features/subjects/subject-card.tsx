import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Subject } from '#shared/contract/subjects.ts';
import { AccessBadge, StatusBadge } from '../../ui/badges.tsx';
import { ItemCard } from '../../ui/card-grid.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkButton, LinkText } from '../../ui/links.tsx';
import { RowIcon } from '../../ui/row-busy.tsx';
import { SUBJECT, SUBJECT_TOPICS } from './addresses.ts';
import { SubjectSwitches, useSubjectToggle } from './subject-switches.tsx';
import classes from './subjects.module.css';

interface SubjectCardProps {
	subject: Subject;
	onEdit: () => void;
	onDelete: () => void;
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** One subject in the list of a course. */
export const SubjectCard = ({ subject, onEdit, onDelete }: SubjectCardProps) => {
	const { id, name, order_num, published, freeSubject, course_id, stats } = subject;
	const params = { courseId: course_id, subjectId: id };
	const busy = useSubjectToggle(course_id).isBusy(id);
	return (
		<ItemCard
			id={id}
			busy={busy}
			name={
				<LinkText to={SUBJECT} params={params} inherit>
					{name}
				</LinkText>
			}
			badges={
				<>
					{freeSubject && <AccessBadge free />}
					{!published && <StatusBadge published={false} />}
				</>
			}
			actions={
				<>
					<LinkButton
						to={SUBJECT_TOPICS}
						params={params}
						variant="light"
						size="xs"
						aria-label={`Topics of ${name}`}
					>
						Topics
					</LinkButton>
					<ForEditors>
						<RowIcon label={`Edit ${name}`} icon={IconPencil} onClick={onEdit} />
						<RowIcon label={`Delete ${name}`} icon={IconTrash} dangerous onClick={onDelete} />
					</ForEditors>
				</>
			}
		>
			<p className={classes.facts}>
				<span>Order: {order_num}</span>
				<span>{counted(stats.topicCount, 'topic')}</span>
				<span>{counted(stats.paperCount, 'paper')}</span>
			</p>
			<SubjectSwitches subject={subject} />
		</ItemCard>
	);
};
