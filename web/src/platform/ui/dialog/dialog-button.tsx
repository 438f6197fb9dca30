import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { inactive } from '../controls.tsx';
import { type Opened, preloadHandlers } from '../loading/on-demand.tsx';
import { type ScreenTask, useScreenTask } from './screen-tasks.ts';

interface DialogButtonProps<Props extends Opened> extends ButtonProps {
	/** The result of `onDemand`. */
	part: readonly [(props: Props) => ReactNode, prepare: () => void];
	/** Other props of the dialog. */
	dialog?: Omit<Props, keyof Opened>;
	/** Task by which other screens open the dialog. */
	task?: ScreenTask;
	/** Opens the dialog when this becomes true. */
	opens?: boolean;
	title?: string;
	/** Why the person may not open it. */
	lock?: string | undefined;
	children: ReactNode;
}

/**
 * Renders a button that opens a dialog, whose code is loaded once the pointer or the focus is on the button.
 * @example
 * const Inviting = onDemand(() => import('./invite-dialog.tsx'), 'InviteDialog');
 * <DialogButton part={Inviting} task="invite">Invite</DialogButton>
 */
export const DialogButton = <Props extends Opened>(props: DialogButtonProps<Props>) => {
	const { part, dialog, task, opens = false, lock, ...button } = props;
	const [Dialog, prepare] = part;
	const [opened, { open, close }] = useDisclosure(false);
	useScreenTask(task, open, !button.disabled && !lock);
	useEffect(() => {
		if (opens) open();
	}, [opens, open]);
	const shown = { ...dialog, opened, onClose: close } as unknown as Props;
	return (
		<>
			{lock ? (
				<Button {...button} {...inactive} title={lock} />
			) : (
				<Button {...button} onClick={open} {...preloadHandlers(prepare)} />
			)}
			<Dialog {...shown} />
		</>
	);
};
