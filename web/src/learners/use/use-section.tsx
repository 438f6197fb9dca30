import { Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { courses } from '#shared/contract/content/courses.ts';
import { type CourseUse, USE_DAYS_DEFAULT } from '#shared/contract/learners/use.ts';
import { formatCount } from '#shared/grouped.ts';
import { queryCall } from '../../platform/api/calls.ts';
import { buildResourceKey } from '../../platform/api/query-keys.ts';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { Loading } from '../../platform/ui/loading/loading.tsx';
import { lazyPart } from '../../platform/ui/loading/on-demand.tsx';
import { ItemLink, LinkText } from '../../platform/ui/page/links.tsx';
import { Line, Lines, Section } from '../../platform/ui/page/section.tsx';

const [UseChart] = lazyPart(() => import('./use-chart.tsx'), 'UseChart', <Loading height={140} />);

const buildUseQuery = (courseId: string) =>
	queryOptions({
		queryKey: [...buildResourceKey(courses), 'use', { courseId }],
		queryFn: queryCall('GET /courses/:courseId/use', { params: { courseId } }),
	});

/** Maximum rows of each list. */
const SHOWN = 5;

interface UseProps {
	courseId: string;
	use: CourseUse;
}

const List = ({ title, children }: { title: string; children: ReactNode }) => (
	<div>
		<Title order={3} size="h5" mb={6}>
			{title}
		</Title>
		<Lines label={title}>{children}</Lines>
	</div>
);

const Use = ({ courseId, use: { items, days } }: UseProps) => {
	const total = days.reduce((sum, { opened }) => sum + opened, 0);
	if (total === 0)
		return (
			<Text size="sm" c="dimmed">
				No file of this course was opened.
			</Text>
		);
	const most = items.filter(({ opened }) => opened > 0).slice(0, SHOWN);
	const never = items.filter(({ opened }) => opened === 0);
	const search = { course_id: courseId, sort: 'opened' } as const;
	return (
		<Stack gap="md">
			<UseChart days={days} total={total} />
			<List title="Most opened">
				{most.map(({ kind, opened, ...item }) => (
					<Line
						key={item.id}
						name={<ItemLink kind={kind} item={item} />}
						about={formatCount(opened, 'time')}
					/>
				))}
			</List>
			{never.length > 0 && (
				<List title={`Never opened (${never.length})`}>
					{never.slice(0, SHOWN).map(({ kind, ...item }) => (
						<Line key={item.id} name={<ItemLink kind={kind} item={item} />} />
					))}
					{never.length > SHOWN && (
						<Line
							name={
								<>
									Least opened first:{' '}
									<LinkText to="/admin/topics" search={search}>
										topics
									</LinkText>
									,{' '}
									<LinkText to="/admin/pastpapers" search={search}>
										past papers
									</LinkText>
								</>
							}
						/>
					)}
				</List>
			)}
		</Stack>
	);
};

/** Renders how often the files of a course were opened: by day, and the most and the never opened. */
export const UseSection = ({ courseId }: { courseId: string }) => (
	<Section title={`Opened in the last ${USE_DAYS_DEFAULT} days`}>
		<Loaded query={useQuery(buildUseQuery(courseId))} loading="Loading the counts..." height={140}>
			{(use) => <Use courseId={courseId} use={use} />}
		</Loaded>
	</Section>
);
