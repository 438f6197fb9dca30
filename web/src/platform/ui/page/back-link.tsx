import { VisuallyHidden } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import { buildItemRoute, COURSES, listRoute, nameField } from '../../../addresses.ts';
import { useMay } from '../../api/account.ts';
import { type LinkAttributes, removeAriaCurrent } from './links.tsx';
import classes from './page.module.css';

/**
 * Renders a step of the breadcrumb above the heading, outermost first.
 * @example <Page back={<BackLink to="/admin/courses">Courses</BackLink>} …>
 */
export const BackLink = createLink((props: LinkAttributes) => (
	<a {...removeAriaCurrent(props)} className={`link ${classes.crumb}`} />
));

/** Renders the steps above a course: the dashboard, for people who may see it, and the list of courses. */
export const StepsAboveCourse = () => (
	<>
		{useMay('payments:read') && <BackLink to="/admin">Dashboard</BackLink>}
		<BackLink to={COURSES}>Courses</BackLink>
	</>
);

/** Renders the breadcrumb of a course, in one line with its name. */
export const CourseBreadcrumb = () => (
	<nav aria-label="Breadcrumb of the course" className={classes.steps} data-screen-only>
		<StepsAboveCourse />
	</nav>
);

/** The specification's words for the lists of kinds, if not their plural. */
const listWords: Partial<Record<ResourceKey, string>> = { subjects: 'Back to Subjects' };

interface Step {
	words: string;
	to: string;
	/** The name of the item, which is shown instead of its word. */
	name?: string | undefined;
}

interface BreadcrumbProps {
	/** The kind on screen. */
	of: Pick<AnyResource, 'path'>;
	/** Whether the screen is that of an item, so that the last step leads to its list. */
	item?: boolean;
	/** The ids in the addresses of the steps. */
	place: object;
	/** The names of the parents, as in answers: `subject_name`. */
	names?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the lists and items above a screen in a course, outermost first. */
const listSteps = ({ of: { path }, item = false, names = {} }: BreadcrumbProps) =>
	Object.entries(resources).flatMap(([id, facts]): Step[] => {
		const key = id as ResourceKey;
		const isOwn = facts.path === path;
		if (key === 'courses' || !`${path}/`.startsWith(`${facts.path}/`)) return [];
		const words = listWords[key] ?? facts.plural;
		const list = { words, to: listRoute({ key, path: facts.path }) };
		if (isOwn) return item ? [list] : [];
		const name = names[nameField(facts)] as string | undefined;
		return [list, { words: facts.label, to: buildItemRoute(facts), name }];
	});

/**
 * Renders the breadcrumb of a screen in a course, outermost first.
 * @example <Breadcrumb of={topics} place={place} names={{ subject_name: 'Plumbing' }} />
 */
export const Breadcrumb = (props: BreadcrumbProps) =>
	listSteps(props).map(({ words, to, name }) => (
		<BackLink key={words} to={to as '/'} params={props.place}>
			{name ? (
				<>
					<VisuallyHidden component="span">{words} </VisuallyHidden>
					<span className="one-line" data-name>
						{name}
					</span>
				</>
			) : (
				words
			)}
		</BackLink>
	));
