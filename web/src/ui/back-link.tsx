import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { useMay } from '../api/account.ts';
import { type LinkAttributes, unmarked } from './links.tsx';

/**
 * A way back, above the heading.
 * @example <Page back={<BackLink to="/admin/courses">Courses</BackLink>} …>
 */
export const BackLink = createLink((props: ButtonProps & LinkAttributes) => (
	<Button
		component="a"
		variant="subtle"
		color="gray"
		size="compact-sm"
		px={10}
		h={32}
		leftSection={<IconArrowLeft size={16} aria-hidden />}
		{...unmarked(props)}
	/>
));

/** The way back to the dashboard, for those who have one. */
export const DashboardLink = ({ to = '/admin' }: { to?: '/' | '/admin' }) =>
	useMay('payments:read') ? <BackLink to={to}>Dashboard</BackLink> : null;
