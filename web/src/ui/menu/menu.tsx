import { ActionIcon, Menu, type MenuDropdownProps, type MenuItemProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { inactive, useRowBusy } from '../list/row.tsx';
import { type LinkAttributes, withoutAriaCurrent } from '../page/links.tsx';
import type { RowAction, RowMenuProps } from './row-actions.ts';

/** Renders a menu item that is a link. */
export const LinkMenuItem = createLink((props: MenuItemProps & LinkAttributes) => (
	<Menu.Item component="a" {...withoutAriaCurrent(props)} />
));

const Action = ({ words, icon: Icon, dangerous, disabled, link, href, onClick }: RowAction) => {
	const looks = {
		leftSection: <Icon size={18} aria-hidden />,
		// Mantine's red has too little contrast under the pointer in the dark scheme.
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

interface ButtonMenuProps {
	/** The button that opens the menu. */
	button: ReactElement;
	position: 'bottom-start' | 'bottom-end';
	/** The size of the menu. */
	dropdown?: MenuDropdownProps;
	children: ReactNode;
}

/** Renders a button with a menu, which opens inside <main>, as content outside of landmarks is hard to find. */
export const ButtonMenu = ({ button, position, dropdown, children }: ButtonMenuProps) => {
	const [opened, setOpened] = useState(false);
	const busy = useRowBusy();
	return (
		<Menu
			opened={opened}
			onChange={(wanted) => setOpened(wanted && !busy)}
			position={position}
			portalProps={{ target: '#main' }}
			// Above notices, which have 400.
			zIndex={450}
			shadow="md"
			// The placeholder may not be a child of a menu (axe: aria-required-children).
			withInitialFocusPlaceholder={false}
		>
			<Menu.Target>{button}</Menu.Target>
			<Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
		</Menu>
	);
};

/** Renders the menu of a row behind its ⋯ button. */
export const RowMenu = ({ label, note, actions }: RowMenuProps) => {
	const busy = useRowBusy();
	return (
		<ButtonMenu
			position="bottom-end"
			button={
				<ActionIcon title="Actions" aria-label={label} {...(busy && inactive)}>
					<IconDots size={20} aria-hidden />
				</ActionIcon>
			}
		>
			{note && (
				<Menu.Label maw={264} style={{ overflowWrap: 'anywhere' }}>
					{note}
				</Menu.Label>
			)}
			{actions.map((action) => (
				<Action key={action.words} {...action} />
			))}
		</ButtonMenu>
	);
};
