import { Menu, type MenuDropdownProps, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import {
	type ComponentProps,
	type ReactElement,
	type ReactNode,
	useEffect,
	useRef,
	useState,
} from 'react';
import { type LinkAttributes, unmarked } from '../page/links.tsx';
import { useRowBusy } from '../rows/row-busy.tsx';
import type { RowAction, RowMenuProps } from './row-actions.ts';

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

/** Makes the button of a menu, given what makes it one. */
export type MenuButton = (
	attributes: Pick<
		ComponentProps<'button'>,
		| 'ref'
		| 'onClick'
		| 'onFocus'
		| 'onKeyDown'
		| 'onPointerEnter'
		| 'aria-haspopup'
		| 'aria-expanded'
	>,
) => ReactElement;

interface OpenMenuProps {
	button: MenuButton;
	position: 'bottom-start' | 'bottom-end';
	/** How large it may be. */
	dropdown?: MenuDropdownProps;
	children: ReactNode;
}

/** The menu of a `LateMenu`: it opens as it comes, with the keyboard on it. */
export const OpenMenu = ({ button, position, dropdown, children }: OpenMenuProps) => {
	const [opened, setOpened] = useState(false);
	const busy = useRowBusy();
	const target = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		// It took the place of the button that was pressed.
		target.current?.focus({ preventScroll: true });
		setOpened(true);
	}, []);
	return (
		<Menu
			opened={opened}
			onChange={(wanted) => setOpened(wanted && !busy)}
			position={position}
			withinPortal
			// Above notifications, which have 400: on a phone they lie where a menu opens.
			zIndex={450}
			shadow="md"
			// Its placeholder for the first focus is nothing that a menu may hold (axe: aria-required-children).
			withInitialFocusPlaceholder={false}
		>
			<Menu.Target>
				{button({
					ref: target,
					// Until the focus has come into the menu, which takes a moment, Mantine does not hear the key.
					onKeyDown: ({ key }) => key === 'Escape' && setOpened(false),
				})}
			</Menu.Target>
			<Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
		</Menu>
	);
};

/** What a `RowMenu` shows. */
export const RowActionsMenu = (props: RowMenuProps & Pick<OpenMenuProps, 'button'>) => {
	const { button, note, actions } = props;
	return (
		<OpenMenu button={button} position="bottom-end">
			{note && (
				<Menu.Label maw={264} style={{ overflowWrap: 'anywhere' }}>
					{note}
				</Menu.Label>
			)}
			{actions.map((action) => (
				<Action key={action.words} {...action} />
			))}
		</OpenMenu>
	);
};
