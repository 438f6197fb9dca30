import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu, type MenuItemProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type LinkAttributes, unmarked } from './links.tsx';
import type { RowAction, RowMenuProps } from './row-actions.ts';
import { inactive, useRowBusy } from './row-busy.tsx';

/** An item of a menu that leads somewhere. */
export const LinkMenuItem = createLink((props: MenuItemProps & LinkAttributes) => (
	<Menu.Item component="a" {...unmarked(props)} />
));

const Action = ({ words, icon: Icon, dangerous, disabled, link, href, onClick }: RowAction) => {
	const looks = {
		leftSection: <Icon size={18} aria-hidden />,
		// Mantine's own red is too dark to be read where the pointer or the focus is, in the dark.
		...(dangerous && { color: 'var(--mantine-color-error)' }),
		disabled: disabled ?? false,
	};
	if (link)
		return (
			<LinkMenuItem to={link.to} params={link.params as never} {...looks}>
				{words}
			</LinkMenuItem>
		);
	if (href)
		return (
			<Menu.Item component="a" href={href} target="_blank" rel="noreferrer" {...looks}>
				{words}
			</Menu.Item>
		);
	return (
		<Menu.Item {...looks} {...(onClick && { onClick })}>
			{words}
		</Menu.Item>
	);
};

/** A `RowMenu` that somebody asked for: it opens as it comes, with the keyboard on it. */
export const OpenMenu = ({ label, note, actions }: RowMenuProps) => {
	const [opened, setOpened] = useState(false);
	const busy = useRowBusy();
	const button = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		// It took the place of the button that was pressed.
		button.current?.focus({ preventScroll: true });
		setOpened(true);
	}, []);
	return (
		<Menu
			opened={opened}
			onChange={(wanted) => setOpened(wanted && !busy)}
			position="bottom-end"
			withinPortal
			shadow="md"
			// Its placeholder for the first focus is nothing that a menu may hold (axe: aria-required-children).
			withInitialFocusPlaceholder={false}
		>
			<Menu.Target>
				<ActionIcon ref={button} title="Actions" aria-label={label} {...(busy && inactive)}>
					<IconDots size={20} aria-hidden />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				{note && (
					<Menu.Label maw={264} style={{ overflowWrap: 'anywhere' }}>
						{note}
					</Menu.Label>
				)}
				{actions.map((action) => (
					<Action key={action.words} {...action} />
				))}
			</Menu.Dropdown>
		</Menu>
	);
};
