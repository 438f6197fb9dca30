import {
	Divider,
	NavLink,
	SegmentedControl,
	Stack,
	useMantineColorScheme,
	VisuallyHidden,
} from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useAccount } from '../api/account.ts';
import { bestMatch, destinationsFor } from './navigation.ts';
import { SignedIn } from './signed-in.tsx';

const choices = [
	['light', 'Light', IconSun],
	['auto', 'Use system setting', IconDeviceDesktop],
	['dark', 'Dark', IconMoon],
] as const;

/** Chooses the colour scheme: light, dark, or the system's. */
const SchemeSwitch = () => {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	return (
		<SegmentedControl
			fullWidth
			aria-label="Colour scheme"
			value={colorScheme}
			onChange={setColorScheme as (scheme: string) => void}
			data={choices.map(([value, name, Icon]) => ({
				value,
				label: (
					<span title={name}>
						<Icon size={18} stroke={1.6} aria-hidden style={{ display: 'block', margin: 'auto' }} />
						<VisuallyHidden>{name}</VisuallyHidden>
					</span>
				),
			}))}
		/>
	);
};

/** Renders the links of the console; the one that matches the address best looks current. */
export const Sidebar = ({ onNavigate }: { onNavigate?: () => void }) => {
	const path = useLocation({ select: ({ pathname }) => pathname.replace(/(.)\/+$/, '$1') });
	const current = bestMatch(path);
	const account = useAccount();
	return (
		<Stack justify="space-between" gap="lg" mih="100%" flex={1}>
			<nav aria-label="Main">
				{destinationsFor(account?.permissions ?? []).map((group, index) => (
					<div key={group[0]?.to}>
						{index > 0 && <Divider my="sm" />}
						<ul>
							{group.map(({ label, to, icon: Icon }) => (
								<li key={to}>
									<NavLink
										label={label}
										leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
										active={current?.to === to}
										mih={{ base: 44, md: 40 }}
										fz="0.9375rem"
										fw={current?.to === to ? 600 : 400}
										style={{ borderRadius: 8 }}
										{...(onNavigate && { onClick: onNavigate })}
										renderRoot={(props) => (
											<Link
												to={to}
												activeOptions={{ exact: true }}
												{...props}
												aria-current={current?.to === to ? 'page' : undefined}
											/>
										)}
									/>
								</li>
							))}
						</ul>
					</div>
				))}
			</nav>
			<Stack gap="sm">
				{account && <SignedIn account={account} onNavigate={onNavigate} />}
				<SchemeSwitch />
			</Stack>
		</Stack>
	);
};
