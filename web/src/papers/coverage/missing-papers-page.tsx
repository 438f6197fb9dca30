import { IconCertificate, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Course, courses } from '#shared/contract/content/courses.ts';
import { formatColumn } from '#shared/contract/papers/coverage.ts';
import { COURSE_COVERAGE, COURSES } from '../../addresses.ts';
import { listQuery } from '../../platform/api/queries.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { BackLink } from '../../platform/ui/page/back-link.tsx';
import { LinkButton, LinkText } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { Line, Lines, Section } from '../../platform/ui/page/section.tsx';
import { PagedList, parsePage } from '../../platform/ui/table/pager.tsx';
import { buildLackingQuery } from './queries.ts';

const LIMIT = 50;

/** Explains an empty list: all papers exist, or no course has a subject and an exam set yet. */
const NoneMissing = () => {
	const all = useQuery(listQuery(courses, {}));
	const isCounted = ({ stats }: Course) => stats.subjectCount > 0 && stats.examSetCount > 0;
	return (
		<Loaded query={all} loading="Loading courses...">
			{(rows) =>
				rows.some(isCounted) ? (
					<Empty
						icon={IconCircleCheck}
						title="No paper is missing"
						text="Every subject has a paper in every series that its course has."
					/>
				) : (
					<Empty
						icon={IconCertificate}
						title="Nothing to cover yet"
						text="Coverage shows the papers of each subject in each series. Add a course with a subject and an exam set first."
						action={
							<LinkButton to={COURSES} variant="default">
								Go to courses
							</LinkButton>
						}
					/>
				)
			}
		</Loaded>
	);
};

/** Lists the series with missing papers in all courses, newest first. */
export const MissingPapersPage = () => {
	const [state] = useListState();
	const page = useQuery(buildLackingQuery(parsePage(state.page), LIMIT));
	return (
		<Page
			subtitle="Series that lack papers, newest first"
			back={<BackLink to={COURSES}>Courses</BackLink>}
		>
			<PagedList
				query={page}
				limit={LIMIT}
				loading="Loading coverage..."
				fallback="Failed to load the coverage"
				empty={<NoneMissing />}
			>
				{({ data }) =>
					[...Map.groupBy(data, formatColumn)].map(([words, rows]) => (
						<Section key={words} title={words}>
							<Lines label={`Courses that lack papers of ${words}`}>
								{rows.map(({ course, missing, subjects }) => (
									<Line
										key={course.id}
										name={
											<LinkText to={COURSE_COVERAGE} params={{ courseId: course.id }}>
												{course.name}
											</LinkText>
										}
									>
										{missing} of {subjects} missing
									</Line>
								))}
							</Lines>
						</Section>
					))
				}
			</PagedList>
		</Page>
	);
};
