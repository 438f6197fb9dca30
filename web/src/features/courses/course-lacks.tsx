import { Text } from '@mantine/core';
import type { CourseOverview } from '#shared/contract/course-overview.ts';
import { grouped } from '#shared/grouped.ts';
import { COURSE_COVERAGE } from '../../addresses.ts';
import { LinkText } from '../../ui/links.tsx';
import { Line, Lines } from '../../ui/section.tsx';

const DRAFTS = { published: 'false' };
const NO_FILE = { without_file: 'true' };

/** What may be lacking: how many, in words for one and for several, and the list that shows just these. */
const rows = ({ drafts, without_file, without_papers }: CourseOverview) =>
	[
		[without_file.topics, 'topic', 'topics', 'without a file', '/admin/topics', NO_FILE],
		[without_file.pastpapers, 'paper', 'papers', 'without a file', '/admin/pastpapers', NO_FILE],
		[
			...[without_papers.examsets, 'exam set', 'exam sets', 'without papers'],
			...['/admin/examsets', { without_papers: 'true' }],
		],
		[drafts.subjects, 'subject', 'subjects', 'in draft', '/admin/subjects', DRAFTS],
		[drafts.topics, 'topic', 'topics', 'in draft', '/admin/topics', DRAFTS],
		[drafts.examsets, 'exam set', 'exam sets', 'in draft', '/admin/examsets', DRAFTS],
		[drafts.pastpapers, 'paper', 'papers', 'in draft', '/admin/pastpapers', DRAFTS],
	] as [number, string, string, string, string, object][];

interface CourseLacksProps {
	courseId: string;
	overview: CourseOverview;
	/** There is something in the course at all. */
	begun: boolean;
}

/** What a course still lacks and what nobody but editors sees yet, each leading to the list of just these. */
export const CourseLacks = ({ courseId, overview, begun }: CourseLacksProps) => {
	const found = rows(overview).filter(([count]) => count > 0);
	const { missing, of } = overview.coverage;
	if (found.length === 0 && missing === 0)
		return (
			<Text size="sm" c="dimmed">
				{begun
					? 'All of it is published and has its files.'
					: 'Begin with a subject for the topics, or with an exam set for past papers.'}
			</Text>
		);
	return (
		<Lines label="Still to do">
			{missing > 0 && (
				<Line
					name={
						<LinkText to={COURSE_COVERAGE} params={{ courseId }} inherit>
							{grouped(missing)} of {grouped(of)} {of === 1 ? 'paper' : 'papers'} missing
						</LinkText>
					}
				/>
			)}
			{found.map(([count, one, many, lacks, to, search]) => (
				<Line
					key={`${many} ${lacks}`}
					name={
						<LinkText
							{...({ to, search: { course_id: courseId, ...search } } as { to: string })}
							inherit
						>
							{grouped(count)} {count === 1 ? one : many} {lacks}
						</LinkText>
					}
				/>
			))}
		</Lines>
	);
};
