import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Subject } from '#shared/contract/subjects.ts';
import { AccessBadge, StatusBadge } from '../../ui/badges.tsx';
import { ItemCard } from '../../ui/card-grid.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkButton, LinkText } from '../../ui/links.tsx';
import { RowIcon } from '../../ui/row-busy.tsx';
import { SUBJECT, SUBJECT_TOPICS } from './addresses.ts';
import { SubjectSwitches, type SubjectSwitchesProps } from './subject-switches.tsx';
import classes from './subjects.module.css';

interface SubjectCardProps {
	subject: Subject;
	toggle: SubjectSwitchesProps['toggle'];
	edit: (subject: Subject) => void;
	doom: (subject: Subject) => void;
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** One subject in the list of a course. */
export const SubjectCard = ({ subject, toggle, edit, doom }: SubjectCardProps) => {
	const { id, name, order_num, published, freeSubject, course_id, stats } = subject;
	const params = { courseId: course_id, subjectId: id };
	return (
		<ItemCard
			id={id}
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
						<RowIcon label={`Edit ${name}`} icon={IconPencil} onClick={() => edit(subject)} />
						<RowIcon
							label={`Delete ${name}`}
							icon={IconTrash}
							dangerous
							onClick={() => doom(subject)}
						/>
					</ForEditors>
				</>
			}
		>
			<p className={classes.facts}>
				<span>Order: {order_num}</span>
				<span>{counted(stats.topicCount, 'topic')}</span>
				<span>{counted(stats.paperCount, 'paper')}</span>
			</p>
			<SubjectSwitches subject={subject} toggle={toggle} />
		</ItemCard>
	);
};
