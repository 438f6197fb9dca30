import { Badge, Text } from '@mantine/core';
import { type Course, categories } from '#shared/contract/courses.ts';
import { ItemCard } from '../../ui/card-grid.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkButton, LinkText } from '../../ui/links.tsx';
import { kes } from '../../ui/money.ts';
import { nameInAddress } from './addresses.ts';
import classes from './course-card.module.css';

/** One course in the list: what it is, and the ways into it. */
export const CourseCard = ({ course }: { course: Course }) => {
	const params = { courseId: course.id };
	const { name, description, duration, price } = course;
	return (
		<ItemCard
			id={course.id}
			name={
				<LinkText
					to="/admin/courses/$courseId/$courseName"
					params={{ ...params, courseName: nameInAddress(course) }}
					inherit
				>
					{name}
				</LinkText>
			}
			badges={<Badge color="gray">{categories[course.category_id]}</Badge>}
			actions={
				<>
					<LinkButton
						to="/admin/courses/$courseId/subjects/list"
						params={params}
						variant="light"
						size="xs"
						aria-label={`Subjects of ${name}`}
					>
						Subjects
					</LinkButton>
					<LinkButton
						to="/admin/courses/$courseId/examsets/list"
						params={params}
						variant="light"
						size="xs"
						aria-label={`ExamSets of ${name}`}
					>
						ExamSets
					</LinkButton>
					<ForEditors>
						<LinkButton
							to="/admin/courses/$courseId/edit"
							params={params}
							variant="default"
							size="xs"
							aria-label={`Edit Course ${name}`}
						>
							Edit Course
						</LinkButton>
					</ForEditors>
				</>
			}
		>
			{description && (
				<Text size="sm" c="dimmed" lineClamp={3} className={classes.description}>
					{description}
				</Text>
			)}
			<p className={classes.facts}>
				<span>Duration: {duration ?? '–'} months</span>
				{price !== null && <span className="tabular">{kes(price)}</span>}
			</p>
		</ItemCard>
	);
};
