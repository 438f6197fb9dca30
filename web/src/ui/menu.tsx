import { ActionIcon, Menu, type MenuItemProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type LinkAttributes, unmarked } from './links.tsx';

/** A link among the actions of a row. */
export const LinkMenuItem = createLink((props: MenuItemProps & LinkAttributes) => (
	<Menu.Item component="a" {...unmarked(props)} />
));

/** The actions of a row that are too many for buttons: `Menu.Item`s and `LinkMenuItem`s. */
export const RowMenu = ({ label, children }: { label: string; children: ReactNode }) => (
	// Its placeholder for the first focus is nothing that a menu may hold (axe: aria-required-children).
	<Menu position="bottom-end" withinPortal shadow="md" withInitialFocusPlaceholder={false}>
		<Menu.Target>
			<ActionIcon aria-label={label}>
				<IconDots size={20} aria-hidden />
			</ActionIcon>
		</Menu.Target>
		<Menu.Dropdown>{children}</Menu.Dropdown>
	</Menu>
);
