import { Stack } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useAccount } from '../api/account.ts';
import { bestMatch, covers, destinationsFor } from './navigation.ts';
import { SchemeSwitch } from './scheme-switch.tsx';
import classes from './shell.module.css';
import { SignedIn } from './signed-in.tsx';

/** The links of the console: every one that covers the address is lit, the best match is marked. */
export const Sidebar = ({ onNavigate }: { onNavigate?: () => void }) => {
	const path = useLocation({ select: ({ pathname }) => pathname.replace(/(.)\/+$/, '$1') });
	const current = bestMatch(path);
	const account = useAccount();
	return (
		<div className={classes.sidebarBody}>
			<nav aria-label="Main">
				{destinationsFor(account?.permissions ?? []).map((group, index) => (
					<ul key={group[0]?.to} className={classes.group} data-second={index > 0 || undefined}>
						{group.map(({ label, to, icon: Icon }) => (
							<li key={to}>
								<Link
									to={to}
									className={classes.link}
									activeOptions={{ exact: true }}
									aria-current={current?.to === to ? 'page' : undefined}
									data-lit={covers(to, path) || undefined}
									onClick={onNavigate}
								>
									<Icon size={20} stroke={1.6} aria-hidden />
									{label}
								</Link>
							</li>
						))}
					</ul>
				))}
			</nav>
			<Stack gap={12}>
				{account && <SignedIn account={account} onNavigate={onNavigate} />}
				<SchemeSwitch />
			</Stack>
		</div>
	);
};
