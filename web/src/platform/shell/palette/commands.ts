import { useMantineColorScheme } from '@mantine/core';
import {
	IconDeviceDesktop,
	IconDeviceMobileDollar,
	IconDownload,
	IconKey,
	IconLogout,
	IconMoon,
	IconPlus,
	IconSun,
	IconUserCircle,
	IconUserPlus,
} from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { content } from '#shared/contract/content/content.ts';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import type { Permission } from '#shared/contract/platform/access.ts';
import { buildNewItemLink } from '../../../addresses.ts';
import { useAccount } from '../../api/account.ts';
import { requestTask, type ScreenTask } from '../../ui/dialog/screen-tasks.ts';
import { kindIcons } from '../../ui/page/kind-icons.ts';
import { useSignOut } from '../account-menu.tsx';
import { filterDestinations } from '../navigation.ts';
import type { Entry } from './entry.ts';

/** Command with the permission that it needs. */
type Command = Omit<Entry, 'key'> & { needs?: Permission | undefined };

/** Returns the link and task of a command that another screen performs. */
const makeTaskCommand = (ask: ScreenTask, to: string, path: string) => ({
	link: { to },
	here: path === to,
	act: () => requestTask(ask),
});

/** Returns the commands that add an item under an item in the address, innermost first. */
const listCourseCommands = (params: Readonly<Record<string, string>>): Command[] =>
	Object.values<AnyResource>(content)
		.toSorted((a, b) => b.path.length - a.path.length)
		.flatMap((resource) => {
			const [, param = ''] = /:(\w+)\/\w+$/.exec(resource.path) ?? [];
			const parent = Object.values(content).find((each) => each.param === param);
			if (!parent || !params[param] || params[param] === 'new') return [];
			return {
				name: `New ${resource.label.toLowerCase()}`,
				caption: `In this ${parent.label.toLowerCase()}`,
				icon: IconPlus,
				link: buildNewItemLink(resource, params),
				words: 'add create',
				needs: resource.write,
			};
		});

/** The lists of drafts, which are found by their names only. */
const drafts: readonly Command[] = Object.values<AnyResource>(content)
	.filter(({ key }) => key !== 'courses')
	.map(({ slug, plural }) => ({
		name: `Draft ${plural.toLowerCase()}`,
		icon: kindIcons[slug as keyof typeof kindIcons],
		link: { to: `/admin/${slug}`, search: { published: 'false' } },
		words: 'unpublished',
		needs: 'content:read',
	}));

/** Returns the screens of the sidebar, the lists of drafts and the global actions that the person may use. */
export const useCommands = () => {
	const account = useAccount();
	const { setColorScheme } = useMantineColorScheme();
	const { leave } = useSignOut();
	const path = useRouterState({ select: ({ location }) => location.pathname });
	const params = useRouterState({
		select: ({ matches }) => (matches.at(-1)?.params ?? {}) as Record<string, string>,
	});
	const may = account?.permissions ?? [];

	const screens: Command[] = [
		...(account ? filterDestinations(account) : [])
			.flatMap(({ entries }) => entries)
			.map(({ label, to, icon }) => ({ name: label, icon, link: { to }, words: 'open go' })),
		{
			name: 'My account',
			icon: IconUserCircle,
			link: { to: '/admin/account' },
			words: 'open password second factor sessions profile',
		},
	];
	const colours = 'colour color scheme theme mode';
	const actions: Command[] = [
		...listCourseCommands(params),
		{
			name: 'New course',
			icon: IconPlus,
			link: { to: '/admin/courses/new' },
			words: 'add create',
			needs: 'content:write',
		},
		{
			name: 'Export CSV',
			icon: IconDownload,
			caption: 'MPesa Transactions',
			...makeTaskCommand('export', '/admin/transactions', path),
			words: 'download payments mpesa',
			needs: 'payments:export',
		},
		...(account?.payments_on
			? [
					{
						name: 'Request payment',
						icon: IconDeviceMobileDollar,
						...makeTaskCommand('request-payment', '/admin/transactions', path),
						words: 'ask to pay mpesa prompt stk',
						needs: 'payments:act' as const,
					},
				]
			: []),
		{
			name: 'Invite a person',
			icon: IconUserPlus,
			words: 'add people user',
			...makeTaskCommand('invite', '/admin/people', path),
			needs: 'people:manage',
		},
		{
			name: 'Create key',
			icon: IconKey,
			words: 'add new api program',
			...makeTaskCommand('create-key', '/admin/keys', path),
			needs: 'keys:manage',
		},
		{ name: 'Light', icon: IconSun, act: () => setColorScheme('light'), words: colours },
		{ name: 'Dark', icon: IconMoon, act: () => setColorScheme('dark'), words: colours },
		{
			name: 'Use system setting',
			icon: IconDeviceDesktop,
			words: `${colours} auto`,
			act: () => setColorScheme('auto'),
		},
		{ name: 'Sign out', icon: IconLogout, act: leave, words: 'log out leave' },
	];
	const shown = (commands: readonly Command[]): readonly Entry[] =>
		commands
			.filter(({ needs }) => needs === undefined || may.includes(needs))
			.map(({ needs: _, ...entry }) => ({ ...entry, key: `do ${entry.name}` }));
	return { screens: shown(screens), actions: shown(actions), lists: shown(drafts) };
};
