import { Progress, Stack, Text } from '@mantine/core';
import { type Course, courseCounts } from '#shared/contract/courses.ts';
import { counted } from '../../ui/counted.ts';

/** Renders how much a course holds, in words, and the published share as a bar. */
export const CourseFigures = ({ stats }: { stats: Course['stats'] }) => {
	const { subjectCount, topicCount, paperCount, drafts } = stats;
	const all = Object.values(courseCounts).reduce((sum, name) => sum + stats[name], 0);
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
	// Rounding must not show 100% with drafts left, or 0% with something published.
	const percent =
		drafts === 0 ? 100 : Math.min(99, Math.max(drafts < all ? 1 : 0, Math.round(share)));
	return (
		<Stack gap={8} fz={13} className="tabular">
			<span>{words.join(' · ')}</span>
			<div role="img" aria-label={`${percent}% published`}>
				<Progress size={4} value={share} color="var(--ufundi-good)" aria-hidden />
			</div>
		</Stack>
	);
};
