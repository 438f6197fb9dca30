import { Text } from '@mantine/core';
import type { Course } from '#shared/contract/courses.ts';
import { counted } from '../../ui/counted.ts';
import classes from './courses.module.css';

/** Renders how much a course holds, in words, and the published share as a bar. */
export const CourseFigures = ({ stats }: { stats: Course['stats'] }) => {
	const { subjectCount, topicCount, examSetCount, paperCount, drafts } = stats;
	const all = subjectCount + topicCount + examSetCount + paperCount;
	if (all === 0)
		return (
			<Text span size="sm" c="dimmed">
				Empty
			</Text>
		);
	const words = [
		...counted(subjectCount, 'subject'),
		...counted(topicCount, 'topic'),
		...counted(paperCount, 'paper'),
		...counted(drafts, 'draft'),
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
