import { VisuallyHidden } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import {
	COURSE,
	COURSES,
	EXAM_SET,
	EXAM_SETS,
	PAPERS,
	SUBJECT,
	SUBJECTS,
	TOPICS,
} from '../../addresses.ts';
import { useMay } from '../../api/account.ts';
import { type LinkAttributes, withoutAriaCurrent } from './links.tsx';
import classes from './page.module.css';

/**
 * Renders a step of the breadcrumb above the heading, outermost first.
 * @example <Page back={<BackLink to="/admin/courses">Courses</BackLink>} …>
 */
export const BackLink = createLink((props: LinkAttributes) => (
	<a {...withoutAriaCurrent(props)} className={`link ${classes.crumb}`} />
));

/** Renders the breadcrumb's link to the dashboard, for people who may read payments. */
export const DashboardLink = ({ to = '/admin' }: { to?: '/' | '/admin' }) =>
	useMay('payments:read') ? <BackLink to={to}>Dashboard</BackLink> : null;

/** Addresses of the screens that contain others, by their names in breadcrumbs. */
const steps = {
	Courses: COURSES,
	Course: COURSE,
	Subjects: SUBJECTS,
	Subject: SUBJECT,
	Topics: TOPICS,
	'Exam Sets': EXAM_SETS,
	'Exam Set': EXAM_SET,
	'Past Papers': PAPERS,
	/** The specification's text; sighted users see its last word only. */
	'Back to Subjects': SUBJECTS,
} as const;

type ParamOf<Path> = Path extends `${string}$${infer Name}/${infer Rest}`
	? Name | ParamOf<Rest>
	: Path extends `${string}$${infer Name}`
		? Name
		: never;

interface BreadcrumbProps<Step extends keyof typeof steps> {
	of: readonly Step[];
	/** The ids in the addresses of the steps. */
	place: Readonly<Record<ParamOf<(typeof steps)[Step]>, string>>;
}

/**
 * Renders the breadcrumb of a screen of content, outermost first.
 * @example <Page back={<Breadcrumb of={['Course', 'Subject']} place={place} />} …>
 */
export const Breadcrumb = <Step extends keyof typeof steps>(props: BreadcrumbProps<Step>) =>
	props.of.map((step) => (
		<BackLink key={step} to={steps[step] as '/'} params={props.place as object}>
			{step === 'Back to Subjects' ? (
				<>
					<VisuallyHidden component="span">Back to</VisuallyHidden> Subjects
				</>
			) : (
				step
			)}
		</BackLink>
	));
