import { Box, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { courses } from '#shared/contract/content/courses.ts';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import { subjects } from '#shared/contract/content/subjects.ts';
import { COURSE_COVERAGE, EXAM_SETS, SUBJECTS } from '../../addresses.ts';
import { usePart } from '../../platform/api/account.ts';
import { buildOverviewQuery } from '../../platform/api/course-overview.ts';
import { buildItemQuery, listQuery } from '../../platform/api/queries.ts';
import { AddPapersLink } from '../../platform/ui/content/add-papers-link.tsx';
import { EditCourseButton } from '../../platform/ui/content/course-strip.tsx';
import { LoadedForm } from '../../platform/ui/form/loaded-form.tsx';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { MoreLink } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { Section, TwoColumns } from '../../platform/ui/page/section.tsx';
import { ItemState, PublishButton } from '../../platform/ui/preflight/publishing.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import {
	CourseChanges,
	CourseDetails,
	CourseExamSets,
	CourseFigures,
	CourseGaps,
	CourseSubjects,
	useGapsTitle,
} from './course-sections.tsx';

/** Renders one course: its content, gaps and recent changes, with links to their pages. `use` shows how often its files were opened. */
export const CourseHub = ({ courseId, use }: { courseId: string; use: ReactNode }) => {
	const place = { courseId };
	const course = useQuery(buildItemQuery(courses, place));
	const subjectList = useQuery(listQuery(subjects, place));
	const sets = useQuery(listQuery(examSets, place));
	const overview = useQuery(buildOverviewQuery(place));
	const gapsTitle = useGapsTitle();
	const wide = useWide();
	// Without learners, nothing is opened.
	const hasLearners = usePart('learners');
	const hasPapers = usePart('papers');
	const names = new Map(
		[...(subjectList.data ?? []), ...(sets.data ?? [])].map(({ id, name }) => [id, name]),
	);
	return (
		<Page title={course.data?.name ?? 'Course'} headless>
			<LoadedForm
				query={course}
				resource={courses}
				id={courseId}
				loading="Loading course details..."
			>
				{(data) => (
					<>
						{!wide && (
							<Group justify="space-between" mb="sm">
								<ItemState resource={courses} place={place} />
								<Group gap={8}>
									<EditCourseButton courseId={courseId} />
									<PublishButton resource={courses} place={place} />
								</Group>
							</Group>
						)}
						<Box maw="44rem" mb="lg">
							<CourseFigures stats={data.stats} />
						</Box>
						<TwoColumns wide="first">
							<div>
								<Section
									title="Subjects"
									aside={
										<MoreLink to={SUBJECTS} params={place}>
											All subjects
										</MoreLink>
									}
								>
									<Loaded
										query={subjectList}
										loading="Loading subjects..."
										heading="Error loading subjects"
										fallback="Failed to fetch subjects"
									>
										{(rows) => <CourseSubjects courseId={courseId} subjects={rows} />}
									</Loaded>
								</Section>
								<Section
									title="Exam Sets"
									aside={
										// On narrow screens the links wrap below the heading: align their text with it.
										<Group gap={0} ml={-14}>
											<AddPapersLink courseId={courseId} variant="subtle" size="xs" />
											{hasPapers && (
												<MoreLink to={COURSE_COVERAGE} params={place}>
													Coverage
												</MoreLink>
											)}
											<MoreLink to={EXAM_SETS} params={place}>
												All exam sets
											</MoreLink>
										</Group>
									}
								>
									<Loaded
										query={sets}
										loading="Loading exam sets..."
										heading="Error loading exam sets"
									>
										{(rows) => <CourseExamSets courseId={courseId} examSets={rows} />}
									</Loaded>
								</Section>
								{hasLearners && use}
							</div>
							<div>
								<Section title={gapsTitle}>
									<Loaded query={overview} loading="Loading course details...">
										{(loaded) => (
											<CourseGaps
												courseId={courseId}
												overview={loaded}
												hasContent={loaded.changed.length > 0}
											/>
										)}
									</Loaded>
								</Section>
								<Section title="Details" boxed>
									<CourseDetails course={data} />
								</Section>
								{overview.data && (
									<Section title="Recent changes">
										<CourseChanges
											courseId={courseId}
											changed={overview.data.changed}
											names={names}
										/>
									</Section>
								)}
							</div>
						</TwoColumns>
					</>
				)}
			</LoadedForm>
		</Page>
	);
};
