import { type Course, categories, courses } from '#shared/contract/courses.ts';
import { grouped } from '#shared/grouped.ts';
import classes from './courses.module.css';

/** What is not there. */
const NONE = '—';

const shown = (course: Course): Record<keyof typeof courses.labels, string | number> => ({
	name: course.name,
	description: course.description ?? NONE,
	category_id: categories[course.category_id],
	duration: course.duration ?? NONE,
	price: course.price === null ? NONE : grouped(course.price),
	order_num: course.order_num,
});

/** The fields of a course, to be read. */
export const CourseDetails = ({ course }: { course: Course }) => (
	<dl className={classes.details}>
		{Object.entries(shown(course)).map(([field, value]) => (
			<div key={field}>
				<dt>{courses.labels[field as keyof typeof courses.labels]}</dt>
				<dd>{value}</dd>
			</div>
		))}
	</dl>
);
