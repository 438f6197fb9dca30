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
import type { Permission } from '#shared/contract/access.ts';
import { EXAM_SET, PAPER, TOPIC } from '../../addresses.ts';
import { useAccount } from '../../api/account.ts';
import { requestTask, type ScreenTask } from '../../ui/dialog/screen-tasks.ts';
import { destinationsFor } from '../navigation.ts';
import { useSignOut } from '../signed-in.tsx';
import type { Entry } from './entry.ts';

/** Command with the permission that it needs. */
type Command = Omit<Entry, 'key'> & { needs?: Permission | undefined };

/** Returns the link and task of a command that another screen performs. */
const asking = (ask: ScreenTask, to: string, path: string) => ({
	link: { to },
	here: path === to,
	act: () => requestTask(ask),
});

const inCourse = (params: Record<string, string | undefined>): Command[] => {
	const { courseId, subjectId, examSetId } = params;
	if (!courseId) return [];
	const subjects = '/admin/courses/$courseId/subjects/new';
	return [
		...(subjectId
			? [
					{
						name: 'New topic',
						caption: 'In this subject',
						icon: IconPlus,
						link: { to: TOPIC, params: { courseId, subjectId, topicId: 'new' } },
					},
				]
			: []),
		...(examSetId && examSetId !== 'new'
			? [
					{
						name: 'New past paper',
						caption: 'In this exam set',
						icon: IconPlus,
						link: { to: PAPER, params: { courseId, examSetId, paperId: 'new' } },
					},
				]
			: []),
		{
			name: 'New subject',
			caption: 'In this course',
			icon: IconPlus,
			link: { to: subjects, params: { courseId } },
		},
		{
			name: 'New exam set',
			caption: 'In this course',
			icon: IconPlus,
			link: { to: EXAM_SET, params: { courseId, examSetId: 'new' } },
		},
	].map((command) => ({ ...command, words: 'add create', needs: 'content:write' as const }));
};

/** Returns the screens of the sidebar and the global actions that the person may use. */
export const useCommands = (): { screens: readonly Entry[]; actions: readonly Entry[] } => {
	const account = useAccount();
	const { setColorScheme } = useMantineColorScheme();
	const { leave } = useSignOut();
	const path = useRouterState({ select: ({ location }) => location.pathname });
	const params = useRouterState({
		select: ({ matches }) => (matches.at(-1)?.params ?? {}) as Record<string, string>,
	});
	const may = account?.permissions ?? [];

	const screens: Command[] = [
		...destinationsFor(may)
			.flat()
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
		...inCourse(params),
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
			...asking('export', '/admin/transactions', path),
			words: 'download payments mpesa',
			needs: 'payments:export',
		},
		...(account?.payments_on
			? [
					{
						name: 'Request payment',
						icon: IconDeviceMobileDollar,
						...asking('request-payment', '/admin/transactions', path),
						words: 'ask to pay mpesa prompt stk',
						needs: 'payments:act' as const,
					},
				]
			: []),
		{
			name: 'Invite a person',
			icon: IconUserPlus,
			words: 'add people user',
			...asking('invite', '/admin/people', path),
			needs: 'people:manage',
		},
		{
			name: 'Create key',
			icon: IconKey,
			words: 'add new api program',
			...asking('create-key', '/admin/keys', path),
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
	const shown = (commands: readonly Command[]) =>
		commands
			.filter(({ needs }) => needs === undefined || may.includes(needs))
			.map(({ needs: _, ...entry }) => ({ ...entry, key: `do ${entry.name}` }));
	return { screens: shown(screens), actions: shown(actions) };
};
