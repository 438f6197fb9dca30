import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useCloseOnBack } from '../ui/dialog/history-steps.ts';
import type { Opened } from '../ui/loading/on-demand.tsx';
import classes from './drawer.module.css';

interface DrawerProps extends Opened {
	title: string;
	children: ReactNode;
}

/** The sidebar on a small screen. The browser's own dialog: it keeps the focus in, and Esc closes it. */
export const Drawer = ({ opened, onClose, title, children }: DrawerProps) => {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		if (opened) dialog.current?.showModal();
		else if (dialog.current?.open) dialog.current.close();
	}, [opened]);
	useCloseOnBack(opened, onClose);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it for the keyboard
		<dialog
			ref={dialog}
			className={classes.drawer}
			aria-label={title}
			onClose={onClose}
			// Its content fills it, so a click on itself is one on the backdrop.
			onClick={(event) => event.target === event.currentTarget && onClose()}
		>
			<div className={classes.body}>
				<div className={classes.head}>
					<strong className={classes.title}>{title}</strong>
					<CloseButton aria-label="Close" onClick={onClose} />
				</div>
				{opened && children}
			</div>
		</dialog>
	);
};
