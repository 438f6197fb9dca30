import { Text } from '@mantine/core';
import type { CourseOverview } from '#shared/contract/course-overview.ts';
import { pairsWithoutPaper } from '#shared/contract/coverage.ts';
import { byWord, wordsInCourse } from '#shared/contract/resources.ts';
import { numberOf } from '#shared/grouped.ts';
import { COURSE_COVERAGE } from '../../addresses.ts';
import { LinkText } from '../../ui/page/links.tsx';
import { Line, Lines } from '../../ui/page/section.tsx';

const DRAFTS = { published: 'false' } as const;
const NO_FILE = { without_file: 'true' } as const;
const NO_PAPERS = { without_papers: 'true' } as const;

const nounOf = (word: keyof CourseOverview['drafts']) =>
	word === 'pastpapers' ? 'paper' : byWord[word].label.toLowerCase();

/** Returns the possible gaps of a course: number, noun, problem, and the list with its filter. */
const rows = ({ drafts, without_file, without_papers }: CourseOverview) =>
	[
		[without_file.topics, 'topic', 'without a file', 'topics', NO_FILE],
		[without_file.pastpapers, 'paper', 'without a file', 'pastpapers', NO_FILE],
		[without_papers.examsets, 'exam set', 'without papers', 'examsets', NO_PAPERS],
		...wordsInCourse.map((word) => [drafts[word], nounOf(word), 'in draft', word, DRAFTS] as const),
	] as const;

interface CourseGapsProps {
	courseId: string;
	overview: CourseOverview;
	/** Whether the course has any content. */
	hasContent: boolean;
}

/** Lists the gaps and drafts of a course, each with a link to the filtered list. */
export const CourseGaps = ({ courseId, overview, hasContent }: CourseGapsProps) => {
	const gaps = rows(overview).filter(([count]) => count > 0);
	const { missing, of } = overview.coverage;
	if (gaps.length === 0 && missing === 0)
		return (
			<Text size="sm" c="dimmed">
				{hasContent
					? 'Everything is published and has its files.'
					: 'Add a subject for topics, or an exam set for past papers.'}
			</Text>
		);
	return (
		<Lines label="To do">
			{missing > 0 && (
				<Line
					name={
						<LinkText to={COURSE_COVERAGE} params={{ courseId }}>
							{pairsWithoutPaper(missing, of)}
						</LinkText>
					}
				/>
			)}
			{gaps.map(([count, noun, problem, list, search]) => (
				<Line
					key={`${noun} ${problem}`}
					name={
						<LinkText to={`/admin/${list}`} search={{ course_id: courseId, ...search }}>
							{numberOf(count, noun)} {problem}
						</LinkText>
					}
				/>
			))}
		</Lines>
	);
};
