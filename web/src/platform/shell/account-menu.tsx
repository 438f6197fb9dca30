import { Flex, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconBook, IconLogout, IconUser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRoleLabel, type Permission } from '#shared/contract/platform/access.ts';
import { useAccount } from '../api/account.ts';
import { reloadSignedOut, signOut } from '../api/auth.ts';
import { confirmLeaving } from '../ui/dialog/unsaved.ts';
import { LinkMenuItem } from '../ui/menu/menu.tsx';
import { notifyFailure } from '../ui/notifications/notifications.tsx';

/** Returns a function that signs out, after a question about unsaved changes, and whether that is in progress. */
export const useSignOut = () => {
	const signOutMutation = useMutation({
		mutationFn: signOut,
		onSuccess: reloadSignedOut,
		onError: (error) => notifyFailure(error, 'Could not sign out'),
	});
	return {
		leave: () => confirmLeaving(() => signOutMutation.mutate()),
		pending: signOutMutation.isPending,
	};
};

const formatInitials = (name: string) => {
	const words = name.split(/\s+/).filter(Boolean);
	const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : ''];
	return [first, last].map((word) => [...word][0]?.toUpperCase() ?? '').join('');
};

/** The guides for people with a permission, as the build makes them from `docs/`. */
const guides: readonly [permission: Permission, label: string, address: string][] = [
	['content:write', 'Guide for editors', '/guides/editors.html'],
	['payments:read', 'Guide for finance', '/guides/finance.html'],
];

const schemes = { light: 'Light', dark: 'Dark', auto: 'Use system setting' };

/** Renders the menu of the person who is signed in, at the right end of the header. */
export const AccountMenu = () => {
	const account = useAccount();
	const { leave } = useSignOut();
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	if (!account) return null;
	return (
		<Menu
			position="bottom-end"
			shadow="md"
			width={232}
			returnFocus
			withInitialFocusPlaceholder={false}
		>
			<Menu.Target>
				<UnstyledButton
					ml="auto"
					mih={44}
					miw={{ base: 40, md: 44 }}
					flex="none"
					bdrs="xl"
					aria-label={`Account: ${account.name}`}
				>
					<Flex
						align="center"
						justify="center"
						w={34}
						h={34}
						ml="auto"
						fz={13}
						fw={700}
						bdrs="50%"
						bg="var(--mantine-color-brand-light)"
						c="var(--mantine-color-brand-light-color)"
						aria-hidden
					>
						{/* Generated content is no part of the visible label of the button. */}
						<span data-keys={formatInitials(account.name)} />
					</Flex>
				</UnstyledButton>
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.Label style={{ overflowWrap: 'anywhere' }}>
					<Text span inherit fz="sm" fw={600} c="var(--mantine-color-text)" display="block">
						{account.name}
					</Text>
					{getRoleLabel(account.role)}
				</Menu.Label>
				<LinkMenuItem to="/admin/account" leftSection={<IconUser size={18} aria-hidden />}>
					My account
				</LinkMenuItem>
				{guides
					.filter(([permission]) => account.permissions.includes(permission))
					.map(([, label, href]) => (
						<Menu.Item
							key={href}
							component="a"
							href={href}
							target="_blank"
							leftSection={<IconBook size={18} aria-hidden />}
						>
							{label}
						</Menu.Item>
					))}
				<Menu.Divider />
				<Menu.Label>Colour scheme</Menu.Label>
				<Menu.RadioGroup
					value={colorScheme}
					onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
				>
					{Object.entries(schemes).map(([scheme, words]) => (
						<Menu.RadioItem key={scheme} value={scheme}>
							{words}
						</Menu.RadioItem>
					))}
				</Menu.RadioGroup>
				<Menu.Divider />
				<Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={leave}>
					Sign out
				</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
};
