import { Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAuthChallenge } from '../api/auth-challenge.ts';
import { product } from '../product.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import { Drawer } from './drawer.tsx';
import { GlobalSearch } from './global-search.tsx';
import { Logo } from './logo.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { Unfinished } from './unfinished.tsx';

/** What stands around every screen: header, sidebar (a drawer on a small screen) and main. */
export const Shell = ({ children }: { children: ReactNode }) => {
	const [open, drawer] = useDisclosure(false);
	// The browser's own dialog lies above everything, also above what asks to sign in again.
	const opened = useAuthChallenge() === undefined && open;
	const isLoading = useRouterState({ select: (state) => state.isLoading });
	return (
		<div className={classes.shell}>
			<a href="#main" className={classes.skip}>
				Skip to content
			</a>
			{isLoading && <ProgressLine />}
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
			<aside className={classes.sidebar}>
				<Sidebar />
			</aside>
			<Drawer opened={opened} onClose={drawer.close} title={product}>
				<Sidebar onNavigate={drawer.close} />
			</Drawer>
			<Unfinished />
			<main id="main" tabIndex={-1} className={classes.main}>
				{children}
			</main>
		</div>
	);
};
