import { NavLink, Text } from '@mantine/core';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useId } from 'react';
import type { View } from '#shared/contract/platform/views.ts';
import { useAccount } from '../api/account.ts';
import { useViewAddress } from '../api/views.ts';
import { isPlain } from '../ui/page/links.tsx';
import {
	type DestinationGroup,
	filterDestinations,
	findBestMatch,
	isCovering,
} from './navigation.ts';

interface PinnedProps extends Pick<GroupProps, 'onNavigate'> {
	views: readonly View[];
}

/** Renders the views that are kept of a list, below its link. */
const Pinned = ({ views, onNavigate }: PinnedProps) => {
	const router = useRouter();
	const current = useViewAddress();
	return views.map(({ id, name, address }) => (
		<NavLink
			key={id}
			component="a"
			href={address}
			label={name}
			noWrap
			title={name}
			active={address === current}
			color="gray"
			mih={{ base: 44, md: 28 }}
			py={2}
			pl={42}
			fz="sm"
			style={{ borderRadius: 8 }}
			onClick={(event) => {
				if (!isPlain(event)) return;
				event.preventDefault();
				void router.navigate({ href: address });
				onNavigate?.();
			}}
		/>
	));
};

interface GroupProps extends DestinationGroup {
	/** The address of the screen. */
	path: string;
	/** The address of the entry that matches the screen best; it looks current. */
	current: string | undefined;
	onNavigate: (() => void) | undefined;
	/** The kept views of all lists. */
	views: readonly View[];
}

const Group = ({ heading, entries, path, current, views, onNavigate }: GroupProps) => {
	const id = useId();
	return (
		<>
			{heading && (
				<Text id={id} fz={12} fw={500} c="dimmed" px={12} mt={14} mb={2}>
					{heading}
				</Text>
			)}
			<ul {...(heading && { 'aria-labelledby': id })}>
				{entries.map(({ label, to, icon: Icon }) => (
					<li key={to}>
						<NavLink
							label={label}
							noWrap
							leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
							active={isCovering(to, path)}
							// Gray marks the other entries whose address begins that of the screen, such as the dashboard.
							{...(current !== to && { color: 'gray' })}
							mih={{ base: 44, md: 32 }}
							py={4}
							fz={{ base: '0.9375rem', md: 'sm' }}
							fw={current === to ? 600 : 400}
							style={{ borderRadius: 8 }}
							{...(onNavigate && { onClick: onNavigate })}
							renderRoot={(props) => (
								<Link
									to={to}
									activeOptions={{ exact: true }}
									{...props}
									aria-current={current === to ? 'page' : undefined}
								/>
							)}
						/>
						<Pinned
							views={views.filter(({ address }) => address.split('?')[0] === to)}
							onNavigate={onNavigate}
						/>
					</li>
				))}
			</ul>
		</>
	);
};

/** Renders the links of the console in groups. */
export const Sidebar = ({ onNavigate }: { onNavigate?: () => void }) => {
	const path = useLocation({ select: ({ pathname }) => pathname.replace(/(.)\/+$/, '$1') });
	const current = findBestMatch(path)?.to;
	const account = useAccount();
	return (
		<nav aria-label="Main">
			{(account ? filterDestinations(account) : []).map((group) => (
				<Group
					key={group.heading ?? ''}
					{...group}
					{...{ path, current, onNavigate }}
					views={account?.views ?? []}
				/>
			))}
		</nav>
	);
};
