import { Button } from '@mantine/core';
import { IconPlus, IconRefresh, IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Course, courses } from '#shared/contract/courses.ts';
import { listQuery } from '../../api/queries.ts';
import { CardGrid, CardGridSkeleton } from '../../ui/card-grid.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { FoundRows, ListSearch } from '../../ui/list/found-rows.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { CourseCard } from './course-card.tsx';

const card = (course: Course) => <CourseCard course={course} />;

/** Every course of the platform. */
export const CoursesPage = () => {
	const list = useQuery(listQuery(courses, {}));
	const create = (
		<ForEditors>
			<LinkButton to="/admin/courses/new" leftSection={<IconPlus size={18} aria-hidden />}>
				Create New Course
			</LinkButton>
		</ForEditors>
	);
	return (
		<Page
			title="Courses Management"
			actions={
				<>
					<Button
						variant="default"
						leftSection={<IconRefresh size={18} aria-hidden />}
						onClick={() => void list.refetch()}
						loading={list.isFetching && !list.isPending}
					>
						Refresh List
					</Button>
					{create}
				</>
			}
		>
			<Loaded query={list} loading="Loading courses..." skeleton={<CardGridSkeleton />}>
				{(rows) =>
					rows.length === 0 ? (
						<Empty
							icon={IconSchool}
							title="No courses found"
							text="A course holds subjects with their topics, and exam sets with their past papers."
							action={create}
						/>
					) : (
						<>
							<FilterBar>
								<ListSearch noun="courses" rows={rows} />
							</FilterBar>
							<FoundRows noun="courses" rows={rows}>
								{(found) => (
									<CardGrid label="Courses" rows={found}>
										{card}
									</CardGrid>
								)}
							</FoundRows>
						</>
					)
				}
			</Loaded>
		</Page>
	);
};
