import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { getRoleLabel, type Permission } from '#shared/contract/platform/access.ts';
import { accountQuery, type PartName, useAccount } from '../../api/account.ts';
import { hasUnsavedInput } from '../dialog/unsaved.ts';
import { Empty } from '../loading/empty.tsx';
import { LinkButton } from './links.tsx';
import { Page } from './page.tsx';

/**
 * Returns whether to show a screen that the person may open. A screen with unsaved input stays when the permission is
 * lost, until the person leaves.
 */
export const useShowsScreen = (isAllowed: boolean) => {
	const path = useLocation({ select: ({ pathname }) => pathname });
	const shown = useRef<string>(undefined);
	if (isAllowed) shown.current = path;
	return isAllowed || (shown.current === path && hasUnsavedInput());
};

interface RequirePermissionProps {
	/** Undefined for screens that are always there. */
	part?: PartName | undefined;
	/** Undefined for screens that need no permission. */
	permission: Permission | undefined;
	children: ReactNode;
}

/** Renders a screen for people with the permission; others see why they have no access, with a link to the courses. */
export const RequirePermission = ({ part, permission, children }: RequirePermissionProps) => {
	const account = useAccount();
	const isOn = !account || !part || account.parts.includes(part);
	const isAllowed = !account || !permission || account.permissions.includes(permission);
	if (useShowsScreen(isOn && isAllowed) || !account) return children;
	if (!isOn)
		return (
			<Page title="Turned off">
				<Empty
					icon={IconLock}
					title="This part of the console is turned off"
					text="Its data is kept. Whoever runs the server can turn it on again."
					action={<StartLink />}
				/>
			</Page>
		);
	return (
		<Page title="No access">
			<Empty
				icon={IconLock}
				title={`Your role, ${getRoleLabel(account.role)}, cannot use this screen`}
				text="If you need this screen, ask an administrator to change your role."
				action={<StartLink />}
			/>
		</Page>
	);
};

/** Renders the link to the first screen of the person's role. */
export const StartLink = () => {
	const account = useQuery({ ...accountQuery, enabled: false }).data;
	return account && !account.permissions.includes('payments:read') ? (
		<LinkButton to="/admin/courses">Return to Courses</LinkButton>
	) : (
		<LinkButton to="/admin">Return to Dashboard</LinkButton>
	);
};
