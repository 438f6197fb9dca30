import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useAskedPart, whenReached } from '../loading/on-demand.tsx';
import { ProgressLine } from '../loading/progress-line.tsx';
import { inactive, useRowBusy } from '../rows/row-busy.tsx';
import type { MenuButton } from './open-menu.tsx';
import type { RowMenuProps } from './row-actions.ts';

interface LateMenuProps<Part> {
	/** What its part is kept as. */
	name: string;
	load: () => Promise<Part>;
	/** Its button, closed and open alike. */
	button: MenuButton;
	/** An `OpenMenu` with this button, in whose place it comes. */
	children: (part: Part) => ReactNode;
}

/** A button with a menu. What that takes is fetched when somebody reaches for it; where it does not come, it is said. */
export const LateMenu = <Part extends object>(props: LateMenuProps<Part>) => {
	const { name, load, button, children } = props;
	const [wanted, setWanted] = useState(false);
	const busy = useRowBusy();
	const giveUp = useCallback(() => setWanted(false), []);
	const part = useAskedPart(name, load, wanted, giveUp);
	if (wanted && part) return children(part);
	return (
		<>
			{button({
				'aria-haspopup': 'menu',
				'aria-expanded': false,
				...whenReached(() => void load().catch(() => {})),
				...(!busy && { onClick: () => setWanted(true) }),
			})}
			{wanted && <ProgressLine />}
		</>
	);
};

const load = () => import('./open-menu.tsx');

/** The actions of a row that are too many for buttons, behind its ⋯. */
export const RowMenu = (props: RowMenuProps) => {
	const busy = useRowBusy();
	const button: MenuButton = (attributes) => (
		<ActionIcon title="Actions" aria-label={props.label} {...(busy && inactive)} {...attributes}>
			<IconDots size={20} aria-hidden />
		</ActionIcon>
	);
	return (
		<LateMenu name="menu" load={load} button={button}>
			{({ RowActionsMenu }) => <RowActionsMenu {...props} button={button} />}
		</LateMenu>
	);
};
