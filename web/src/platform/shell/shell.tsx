import { AppShell, Burger, Button, Group, Kbd, Text } from '@mantine/core';
import { useDisclosure, useHotkeys, useNetwork } from '@mantine/hooks';
import { IconSearch, IconWifiOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { product } from '../../product.ts';
import { useAccount } from '../api/account.ts';
import { useAheadMs } from '../api/clock.ts';
import { watchOpened } from '../api/recently-opened.ts';
import { ProgressLine } from '../ui/loading/loading.tsx';
import { lazyPart, onDemand, preloadHandlers } from '../ui/loading/on-demand.tsx';
import { setTabTitle } from '../ui/page/page.tsx';
import { findScreenTitle } from '../ui/page/screen-facts.ts';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';
import { Sidebar } from './sidebar.tsx';

const [Palette, prepare] = onDemand(() => import('./palette/palette.tsx'), 'Palette');
const [MenuDrawer, prepareMenu] = onDemand(() => import('./menu-drawer.tsx'), 'MenuDrawer');

const [ClockNotice] = lazyPart(() => import('./clock-notice.tsx'), 'ClockNotice', null);

/** Difference of clocks from which the console warns. */
const CLOCK_BOUND_MS = 5 * 60_000;

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns whether a dialog is open, or the menu of a small screen; not one that is fading out. */
const isElsewhere = () =>
	document.querySelector('[aria-modal=true]:not([data-closing] *)') !== null;

/** Records opened items for the palette. */
const useWatchOpened = () => {
	const client = useQueryClient();
	const router = useRouter();
	const person = useAccount()?.id;
	useEffect(
		() => (person ? watchOpened(client, person, () => router.state.location.pathname) : undefined),
		[client, router, person],
	);
};

/**
 * Renders the button of the global search, which looks like a field. `/` and Ctrl+K open the search too (⌘K on Apple
 * devices, where Ctrl+K deletes to the end of the line). On a screen with its own search `[data-slash]`, `/` focuses
 * that field. In fields `/` types a slash.
 */
const GlobalSearch = () => {
	const [opened, search] = useDisclosure(false);
	useWatchOpened();
	const open = () => {
		if (!isElsewhere()) search.open();
	};
	const slash = () => {
		const field = document.querySelector<HTMLInputElement>('[data-slash]');
		if (!field || isElsewhere()) return open();
		field.focus();
		field.select();
	};
	useHotkeys([
		['/', slash],
		// For keyboards on which the slash needs Shift.
		['shift+/', slash],
	]);
	useHotkeys([[isApple ? 'meta+K' : 'ctrl+K', open]], [], true);
	return (
		<>
			<Button
				variant="default"
				color="gray"
				w={{ md: '26rem' }}
				fw={400}
				flex="none"
				justify="flex-start"
				leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
				rightSection={
					<Kbd size="xs" visibleFrom="md" aria-hidden data-keys={isApple ? '⌘K' : 'Ctrl K'} />
				}
				styles={{ label: { flex: 1 } }}
				aria-label="Search everything"
				aria-haspopup="dialog"
				aria-keyshortcuts={isApple ? 'Meta+K /' : 'Control+K /'}
				onClick={open}
				{...preloadHandlers(prepare)}
			>
				Search
				<Text span inherit visibleFrom="md">
					&nbsp;everything
				</Text>
			</Button>
			<Palette opened={opened} onClose={search.close} />
		</>
	);
};

/** Shows in the header that the device is offline; a small screen shows one word. */
const OfflineNotice = () => {
	const { online } = useNetwork();
	return online ? null : (
		<Group
			component="p"
			role="status"
			gap={6}
			wrap="nowrap"
			fz="sm"
			fw={600}
			c="var(--mantine-color-error)"
		>
			<IconWifiOff size={20} stroke={1.7} aria-hidden />
			<Text span inherit hiddenFrom="md">
				Offline
			</Text>
			<Text span inherit visibleFrom="md">
				You are offline. Data may be out of date. Save again when you are online.
			</Text>
		</Group>
	);
};

/** Shows the title of the next screen on the browser tab while the screen is loading. */
const useNextTitle = () => {
	const router = useRouter();
	useEffect(
		() =>
			router.subscribe('onBeforeLoad', ({ toLocation: { pathname }, pathChanged }) => {
				const title = pathChanged && findScreenTitle(router, pathname);
				if (title) setTabTitle(title);
			}),
		[router],
	);
};

/** Shows that the next screen is being loaded. */
const UnderWay = () => useRouterState({ select: (state) => state.isLoading }) && <ProgressLine />;

/** Renders the frame of every screen: header, sidebar (a drawer on a small screen) and main. */
export const Shell = ({ children }: { children: ReactNode }) => {
	const [opened, drawer] = useDisclosure(false);
	const aheadMs = useAheadMs();
	useNextTitle();
	return (
		<AppShell
			header={{ height: 56 }}
			navbar={{ width: 240, breakpoint: 'md', collapsed: { mobile: true } }}
			padding={{ base: 'md', md: 'lg' }}
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
						{...preloadHandlers(prepareMenu)}
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
						miw={{ base: 0, md: 220 }}
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
					<AccountMenu />
				</Group>
			</AppShell.Header>
			<AppShell.Navbar
				component="aside"
				bg="var(--ufundi-surface)"
				p="sm"
				visibleFrom="md"
				style={{ overflowY: 'auto' }}
			>
				<Sidebar />
			</AppShell.Navbar>
			<MenuDrawer opened={opened} onClose={drawer.close} />
			<AppShell.Main id="main" tabIndex={-1} maw={1920}>
				{Math.abs(aheadMs) > CLOCK_BOUND_MS && <ClockNotice aheadMs={aheadMs} />}
				{children}
			</AppShell.Main>
		</AppShell>
	);
};
