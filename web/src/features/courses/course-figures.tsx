import { Text } from '@mantine/core';
import type { Course } from '#shared/contract/courses.ts';
import { counted } from '../../ui/deletion-impact-text.ts';
import classes from './courses.module.css';

interface CourseFiguresProps {
	stats: Course['stats'];
	/** Stands in place of figures where there are none. */
	none?: string;
}

/** How much a course holds, in words, and how much of it is published, as a line. */
export const CourseFigures = ({ stats, none = 'Nothing in it yet' }: CourseFiguresProps) => {
	const { subjectCount, topicCount, examSetCount, paperCount, drafts } = stats;
	const all = subjectCount + topicCount + examSetCount + paperCount;
	if (all === 0)
		return (
			<Text size="sm" c="dimmed">
				{none}
			</Text>
		);
	const words = [
		counted(subjectCount, 'subject'),
		counted(topicCount, 'topic'),
		counted(paperCount, 'paper'),
		counted(drafts, 'draft'),
	].flat();
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
