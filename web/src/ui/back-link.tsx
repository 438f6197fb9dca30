import { VisuallyHidden } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { SUBJECTS } from '../addresses.ts';
import { useMay } from '../api/account.ts';
import { type LinkAttributes, unmarked } from './links.tsx';
import classes from './page.module.css';

/**
 * A step of the breadcrumb above the heading, outermost first.
 * @example <Page back={<BackLink to="/admin/courses">Courses</BackLink>} …>
 */
export const BackLink = createLink((props: LinkAttributes) => (
	<a {...unmarked(props)} className={classes.crumb} />
));

/** The way to the dashboard, for those who have one. */
export const DashboardLink = ({ to = '/admin' }: { to?: '/' | '/admin' }) =>
	useMay('payments:read') ? <BackLink to={to}>Dashboard</BackLink> : null;

/** The way to a course's subjects, by the specification's 'Back to Subjects', of which a breadcrumb shows the last word. */
export const BackToSubjects = ({ params }: { params: { courseId: string } }) => (
	<BackLink to={SUBJECTS} params={params}>
		<VisuallyHidden component="span">Back to</VisuallyHidden> Subjects
	</BackLink>
);
