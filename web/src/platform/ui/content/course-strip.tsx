import { Group, VisuallyHidden } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLink, linkOptions, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { content } from '#shared/contract/content/content.ts';
import { courses } from '#shared/contract/content/courses.ts';
import { bySlug } from '#shared/contract/content/resources.ts';
import { COURSE, COURSE_COVERAGE, COURSE_LEARNER, listRoute } from '../../../addresses.ts';
import { type PartName, useAccount } from '../../api/account.ts';
import { buildItemQuery } from '../../api/queries.ts';
import { CourseBreadcrumb } from '../page/back-link.tsx';
import { ForEditors, useMayEdit } from '../page/for-editors.tsx';
import { type LinkAttributes, LinkButton, LinkText } from '../page/links.tsx';
import { useScreenFacts } from '../page/screen-facts.ts';
import { ItemState, PublishButton, usePublishWords } from '../preflight/publishing.tsx';
import { useWide } from '../row.tsx';
import classes from './course-strip.module.css';
import { ItemMenu } from './item-menu.tsx';

/** The tabs of a course by the segment of their address; add new ones here. */
const TABS = [
	{ part: '', label: 'Overview', to: COURSE, of: undefined },
	...Object.values(content)
		.filter(({ path }) => /^\/courses\/:courseId\/\w+$/.test(path))
		.map((resource) => ({
			part: resource.slug as string,
			label: resource.plural,
			to: listRoute(resource),
			of: undefined,
		})),
	{ part: 'coverage', label: 'Coverage', to: COURSE_COVERAGE, of: 'papers' as PartName },
	{ part: 'learner', label: 'As a learner', to: COURSE_LEARNER, of: undefined },
];

/** Returns the tab of an address such as /admin/courses/1/subjects/2/topics or /admin/topics/3. */
const findTab = (path: string) => {
	const [, , word = '', , part = ''] = path.split('/');
	if (word !== 'courses') return bySlug[word as keyof typeof bySlug]?.path.split('/')[3];
	if (part === 'edit') return '';
	// The address that ends with the name of the course lists its exam sets.
	return TABS.some((tab) => tab.part === part) ? part : 'examsets';
};

const TabLink = createLink(({ isCurrent, ...link }: LinkAttributes & { isCurrent: boolean }) => (
	<a {...link} className={classes.tab} aria-current={isCurrent ? 'page' : undefined} />
));

/** Scrolls the tabs of a phone to the current one. */
const showTab = (tab: HTMLLIElement | null) => {
	if (tab?.parentElement)
		tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 60;
};

const linkToForm = (params: { courseId: string }) =>
	linkOptions({ to: '/admin/courses/$courseId/edit', params });

/** Renders the link from the overview of a course to its form, for people who may edit. */
export const EditCourseButton = ({ courseId }: { courseId: string }) => (
	<ForEditors>
		<LinkButton {...linkToForm({ courseId })} variant="default">
			Edit
		</LinkButton>
	</ForEditors>
);

interface CourseStripProps {
	courseId: string;
	/** The page of the course. */
	children: ReactNode;
}

/**
 * Renders the top of every page of a course: name, state, menu and tabs. The name is the heading of the overview.
 * Phones have the state, Edit and Publish… in the overview, and Publish… in the menu of the other pages.
 */
export const CourseStrip = ({ courseId, children }: CourseStripProps) => {
	const place = { courseId };
	const course = useQuery(buildItemQuery(courses, place));
	const path = useRouterState({
		// At the click, while the next page is loading; another screen leaves the strip as it is.
		select: ({ location, resolvedLocation }) =>
			(location.pathname.startsWith(`/admin/courses/${courseId}`)
				? location
				: (resolvedLocation ?? location)
			).pathname.replace(/\/+$/, ''),
	});
	const wide = useWide();
	const publish = usePublishWords({ resource: courses, place });
	const mayEdit = useMayEdit();
	const current = findTab(path);
	const isOverview = useScreenFacts().headless === true;
	const name = course.data?.name ?? (course.isError ? 'Course' : '\u00A0');
	const parts = useAccount()?.parts ?? [];
	const preview = linkOptions({ to: COURSE_LEARNER, params: place });
	const edit = linkToForm(place);
	return (
		<>
			<div className={classes.strip}>
				<div className={classes.line}>
					<CourseBreadcrumb />
					{isOverview ? (
						<h1 className={classes.name} tabIndex={-1} title={course.data?.name}>
							{name}
						</h1>
					) : (
						<LinkText to={COURSE} params={place} className={classes.name}>
							<VisuallyHidden component="span">Course </VisuallyHidden>
							{name}
						</LinkText>
					)}
					{wide && <ItemState resource={courses} place={place} />}
					<Group gap={8} wrap="nowrap" ml="auto" mr={-8} flex="none" data-screen-only>
						{wide && isOverview && <EditCourseButton courseId={courseId} />}
						{wide && <PublishButton resource={courses} place={place} className={classes.publish} />}
						{course.data && (
							<ItemMenu
								resource={courses}
								place={place}
								item={course.data}
								publish={!wide && !isOverview ? publish : undefined}
								actions={[
									...(mayEdit
										? [
												{ words: 'Edit Course', icon: IconPencil, link: edit },
												{ words: 'As a learner', icon: IconEye, link: preview },
											]
										: []),
								]}
							/>
						)}
					</Group>
				</div>
				<nav aria-label="Course" data-screen-only>
					<ul className={classes.tabs}>
						{TABS.filter(({ of }) => of === undefined || parts.includes(of)).map(
							({ part, label, to }) => (
								<li key={part} ref={part === current ? showTab : undefined}>
									<TabLink to={to as typeof COURSE} params={place} isCurrent={part === current}>
										{label}
									</TabLink>
								</li>
							),
						)}
					</ul>
				</nav>
			</div>
			{children}
		</>
	);
};
