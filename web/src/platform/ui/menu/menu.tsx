import { Menu, type MenuDropdownProps, type MenuItemProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import {
	type ReactElement,
	type ReactNode,
	type RefCallback,
	type RefObject,
	useId,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import { IconButton, inactive } from '../controls.tsx';
import { type LinkAttributes, removeAriaCurrent } from '../page/links.tsx';
import { useRowBusy } from '../row.tsx';
import type { RowAction, RowMenuProps } from './actions.ts';

/** Renders a menu item that is a link. */
export const LinkMenuItem = createLink((props: MenuItemProps & LinkAttributes) => (
	<Menu.Item component="a" {...removeAriaCurrent(props)} />
));

const Action = ({
	words: text,
	icon: Icon,
	dangerous,
	disabled,
	lock,
	link,
	href,
	onClick,
}: RowAction) => {
	const looks = {
		leftSection: <Icon size={18} aria-hidden />,
		// Mantine's red has too little contrast under the pointer in the dark scheme.
		...(dangerous && { color: 'var(--mantine-color-error)' }),
		disabled: disabled ?? false,
	};
	if (link)
		return (
			<LinkMenuItem {...(link as { to: '/' })} {...looks}>
				{text}
			</LinkMenuItem>
		);
	if (href)
		return (
			<Menu.Item component="a" href={href} target="_blank" rel="noreferrer" {...looks}>
				{text}
			</Menu.Item>
		);
	// Not really disabled, so that the keyboard and screen readers reach the reason.
	if (lock)
		return (
			<Menu.Item {...looks} aria-disabled title={lock} opacity={0.5} closeMenuOnClick={false}>
				{text}
			</Menu.Item>
		);
	return (
		<Menu.Item {...looks} {...(onClick && { onClick })}>
			{text}
		</Menu.Item>
	);
};

/** Menus open inside <main>, as content outside of landmarks is hard to find. */
const menuProps = {
	portalProps: { target: '#main' },
	// Above notices, which have 400.
	zIndex: 450,
	shadow: 'md',
	// The placeholder may not be a child of a menu (axe: aria-required-children).
	withInitialFocusPlaceholder: false,
} as const;

interface ButtonMenuProps {
	/** The button that opens the menu. */
	button: ReactElement;
	position: 'bottom-start' | 'bottom-end';
	/** The size of the menu. */
	dropdown?: MenuDropdownProps;
	children: ReactNode;
}

/** Renders a button with a menu. */
export const ButtonMenu = ({ button, position, dropdown, children }: ButtonMenuProps) => {
	const [opened, setOpened] = useState(false);
	const busy = useRowBusy();
	return (
		<Menu
			opened={opened}
			onChange={(wanted) => setOpened(wanted && !busy)}
			position={position}
			{...menuProps}
		>
			<Menu.Target>{button}</Menu.Target>
			<Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
		</Menu>
	);
};

/** Longer than a row takes to move. */
const FOCUS_DELAY_MS = 30;

interface BorrowedProps {
	button: RefObject<HTMLButtonElement | null>;
	ref?: RefCallback<HTMLElement>;
}

/** Gives the menu a button that stands outside of it. */
const Borrowed = ({ button, ref }: BorrowedProps) => {
	useLayoutEffect(() => ref?.(button.current) as undefined, [button, ref]);
	return null;
};

/** Renders the menu of a row behind its ⋯ button. A list has many of them, so the menu is built when it is first opened. */
export const RowMenu = ({ label, note, actions }: RowMenuProps) => {
	const busy = useRowBusy();
	const id = useId();
	const button = useRef<HTMLButtonElement>(null);
	const [opened, setOpened] = useState<boolean>();
	const change = (next: boolean) => {
		setOpened(next);
		if (next) return;
		const focus = () => button.current?.focus({ preventScroll: true });
		focus();
		// An action that moves the row takes the focus from the button.
		setTimeout(() => document.activeElement === document.body && focus(), FOCUS_DELAY_MS);
	};
	return (
		<>
			<IconButton
				ref={button}
				id={`${id}-target`}
				title="Actions"
				label={label}
				icon={IconDots}
				aria-haspopup="menu"
				aria-expanded={opened ?? false}
				aria-controls={opened ? `${id}-dropdown` : undefined}
				{...(busy ? inactive : { onClick: () => setOpened(!opened) })}
			/>
			{opened !== undefined && (
				<Menu {...menuProps} id={id} opened={opened} onChange={change} position="bottom-end">
					<Menu.Target>
						<Borrowed button={button} />
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
			)}
		</>
	);
};
