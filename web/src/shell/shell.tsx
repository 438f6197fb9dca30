import { AppShell, Burger, Drawer, Group, Text } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { product } from '../product.ts';
import { useCloseOnBack } from '../ui/dialog/history-steps.ts';
import { ProgressLine } from '../ui/loading/loading.tsx';
import { GlobalSearch } from './global-search.tsx';
import { Logo } from './logo.tsx';
import { Sidebar } from './sidebar.tsx';

/** Shows in the header that the device is offline; a small screen shows the first sentence only. */
const OfflineNotice = () => {
	const { online } = useNetwork();
	return online ? null : (
		<Group
			component="p"
			role="status"
			gap={6}
			ml="auto"
			wrap="nowrap"
			fz="sm"
			fw={600}
			c="var(--mantine-color-error)"
		>
			<IconWifiOff size={20} stroke={1.7} aria-hidden />
			<span>
				You are offline.
				<Text span inherit visibleFrom="md">
					{' '}
					Data may be out of date. Save again when you are online.
				</Text>
			</span>
		</Group>
	);
};

/** Shows that the next screen is being loaded. */
const UnderWay = () => useRouterState({ select: (state) => state.isLoading }) && <ProgressLine />;

/** Renders the frame of every screen: header, sidebar (a drawer on a small screen) and main. */
export const Shell = ({ children }: { children: ReactNode }) => {
	const [opened, drawer] = useDisclosure(false);
	useCloseOnBack(opened, drawer.close);
	return (
		<AppShell
			header={{ height: 56 }}
			navbar={{ width: 256, breakpoint: 'md', collapsed: { mobile: true } }}
			padding={{ base: 'md', md: 'xl' }}
		>
			<a href="#main" className="skip">
				Skip to content
			</a>
			<UnderWay />
			<AppShell.Header bg="var(--ufundi-surface)" px={{ base: 'md', md: 20 }}>
				<Group h="100%" gap="xs" wrap="nowrap">
					<Burger
						hiddenFrom="md"
						opened={opened}
						onClick={drawer.toggle}
						aria-label="Menu"
						aria-expanded={opened}
						size="sm"
						ml={-8}
					/>
					<Group
						renderRoot={(props) => <Link to="/admin" {...props} />}
						gap={10}
						wrap="nowrap"
						mih={44}
						miw={{ base: 0, md: 252 }}
						flex={{ base: 1, md: 'none' }}
						fz="1.125rem"
						fw={680}
						c="var(--mantine-color-text)"
						td="none"
					>
						<Logo />
						<Text span inherit truncate>
							{product}
						</Text>
					</Group>
					<GlobalSearch />
					<OfflineNotice />
				</Group>
			</AppShell.Header>
			<AppShell.Navbar
				component="aside"
				bg="var(--ufundi-surface)"
				p="md"
				px="sm"
				visibleFrom="md"
				style={{ overflowY: 'auto' }}
			>
				<Sidebar />
			</AppShell.Navbar>
			<Drawer
				opened={opened}
				onClose={drawer.close}
				title={product}
				size={300}
				closeButtonProps={{ 'aria-label': 'Close' }}
			>
				<Sidebar onNavigate={drawer.close} />
			</Drawer>
			<AppShell.Main id="main" tabIndex={-1} maw={1496}>
				{children}
			</AppShell.Main>
		</AppShell>
	);
};
