import { Text } from '@mantine/core';
import type { Course } from '#shared/contract/courses.ts';
import { counted } from '../../ui/counted.ts';
import { useWide } from '../../ui/table/shape.ts';
import classes from './courses.module.css';

interface CourseFiguresProps {
	stats: Course['stats'];
	/** A row of a phone, which ends where its room does, begins with the drafts. */
	row?: boolean;
}

/** How much a course holds, in words, and how much of it is published, as a line. */
export const CourseFigures = ({ stats, row = false }: CourseFiguresProps) => {
	const draftsLast = useWide() || !row;
	const { subjectCount, topicCount, examSetCount, paperCount, drafts } = stats;
	const all = subjectCount + topicCount + examSetCount + paperCount;
	if (all === 0)
		return (
			<Text span size="sm" c="dimmed">
				Empty
			</Text>
		);
	const unfinished = counted(drafts, 'draft');
	const words = [
		...(draftsLast ? [] : unfinished),
		...counted(subjectCount, 'subject'),
		...counted(topicCount, 'topic'),
		...counted(paperCount, 'paper'),
		...(draftsLast ? unfinished : []),
	];
	const share = ((all - drafts) / all) * 100;
	// Never whole, and never nothing, by rounding.
	const percent =
		drafts === 0 ? 100 : Math.min(99, Math.max(drafts < all ? 1 : 0, Math.round(share)));
	return (
		<div className={classes.figures}>
			<span>{words.join(' · ')}</span>
			<span className={classes.line} role="img" aria-label={`${percent}% published`}>
				<span style={{ width: `${share}%` }} />
			</span>
		</div>
	);
};
