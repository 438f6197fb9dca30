import { Burger } from '@mantine/core';
import { useDisclosure, useMediaQuery, useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAuthChallenge } from '../api/auth-challenge.ts';
import { product } from '../product.ts';
import { ProgressLine } from '../ui/loading/progress-line.tsx';
import { Drawer } from './drawer.tsx';
import { GlobalSearch } from './global-search.tsx';
import { Logo } from './logo.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/**
 * Says so while the device has no connection. It stands in the header, so that nothing moves under
 * the finger when a weak line comes and goes; a small screen shows the first sentence.
 */
const OfflineNotice = () => {
	const { online } = useNetwork();
	return online ? null : (
		<p className={classes.offline} role="status">
			<IconWifiOff size={20} stroke={1.7} aria-hidden />
			<span>
				You are offline.
				<span className={classes.offlineMore}>
					{' '}
					What you see may be out of date, and saving has to wait.
				</span>
			</span>
		</p>
	);
};

/** By itself: the shell is not drawn anew for it, twice for each screen. */
const UnderWay = () => useRouterState({ select: (state) => state.isLoading }) && <ProgressLine />;

/** Where the styles have no sidebar beside the screen: it is in the drawer, and drawn when that opens. */
const NARROW = '(max-width: 62em)';

/** What stands around every screen: header, sidebar (a drawer on a small screen) and main. */
export const Shell = ({ children }: { children: ReactNode }) => {
	const [open, drawer] = useDisclosure(false);
	const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
	// The browser's own dialog lies above everything, also above what asks to sign in again.
	const opened = useAuthChallenge() === undefined && open;
	return (
		<div className={classes.shell}>
			<a href="#main" className={classes.skip}>
				Skip to content
			</a>
			<UnderWay />
			<header className={classes.header}>
				<Burger
					className={classes.burger}
					opened={opened}
					onClick={drawer.toggle}
					aria-label="Menu"
					aria-expanded={opened}
					size="sm"
				/>
				<Link to="/admin" className={classes.product}>
					<Logo />
					{product}
				</Link>
				<GlobalSearch />
				<OfflineNotice />
			</header>
			<aside className={classes.sidebar}>{!narrow && <Sidebar />}</aside>
			<Drawer opened={opened} onClose={drawer.close} title={product}>
				<Sidebar onNavigate={drawer.close} />
			</Drawer>
			<main id="main" tabIndex={-1} className={classes.main}>
				{children}
			</main>
		</div>
	);
};
