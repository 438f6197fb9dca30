import { Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { content } from '#shared/contract/content.ts';
import { courses } from '#shared/contract/courses.ts';
import { COURSE, COURSE_COVERAGE, listRoute } from '../../addresses.ts';
import { itemQuery } from '../../api/queries.ts';

const TABS = [
	{ value: 'overview', label: 'Overview', to: COURSE },
	...Object.values(content)
		.filter(({ path }) => /^\/courses\/:courseId\/\w+$/.test(path))
		.map((resource) => ({ value: resource.word, label: resource.plural, to: listRoute(resource) })),
	{ value: 'coverage', label: 'Coverage', to: COURSE_COVERAGE },
];

/** Returns the tab of an address such as /admin/courses/1/subjects/2/topics. */
const tabOf = (path: string) => {
	const part = path.split('/')[4] ?? '';
	if (part === '' || part === 'edit') return 'overview';
	// The address that ends with the name of the course lists its exam sets.
	return TABS.some(({ value }) => value === part) ? part : 'examsets';
};

/** Renders the course name and the tabs above every page of a course; the overview has the name as its heading. */
export const CourseWorkspace = ({
	courseId,
	children,
}: {
	courseId: string;
	children: ReactNode;
}) => {
	const course = useQuery(itemQuery(courses, { courseId }));
	const path = useRouterState({
		select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname,
	});
	const value = tabOf(path);
	// The heading of the overview is the name.
	const isOverview = path.split('/').length === 4;
	return (
		<Tabs value={value} activateTabWithKeyboard={false}>
			{!isOverview && (
				<Text component="div" size="sm" fw={600} truncate mih="1.5em">
					{course.data?.name}
				</Text>
			)}
			<Tabs.List aria-label="Course" mb="lg">
				{TABS.map(({ value, label, to }) => (
					<Tabs.Tab
						key={value}
						value={value}
						px={{ base: 6, xs: 'md' }}
						renderRoot={(props) => (
							<Link {...props} type={undefined} to={to as typeof COURSE} params={{ courseId }} />
						)}
					>
						{label}
					</Tabs.Tab>
				))}
			</Tabs.List>
			<Tabs.Panel value={value}>{children}</Tabs.Panel>
		</Tabs>
	);
};
