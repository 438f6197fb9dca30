import { type Course, categories, courses } from '#shared/contract/courses.ts';
import { grouped } from '#shared/grouped.ts';
import { Descriptions } from '../../ui/page/section.tsx';
import classes from './courses.module.css';

/** Placeholder of an empty field. */
const NONE = '—';

/** Renders the fields of a course, read-only. */
export const CourseDetails = ({ course }: { course: Course }) => {
	const shown: Record<keyof typeof courses.labels, string | number> = {
		name: course.name,
		description: course.description ?? NONE,
		category_id: categories[course.category_id],
		duration: course.duration ?? NONE,
		price: course.price === null ? NONE : grouped(course.price),
		order_num: course.order_num,
	};
	const named = Object.entries(shown).map(([field, value]) => [
		courses.labels[field as keyof typeof shown],
		value,
	]);
	return <Descriptions className={classes.details} of={Object.fromEntries(named)} />;
};
