import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type Opened, preloadHandlers } from '../loading/on-demand.tsx';
import { type ScreenTask, useScreenTask } from './screen-tasks.ts';

interface DialogButtonProps<Props extends Opened> extends ButtonProps {
	/** The result of `onDemand`. */
	of: readonly [(props: Props) => ReactNode, prepare: () => void];
	/** Other props of the dialog. */
	dialog?: Omit<Props, keyof Opened>;
	/** Task by which other screens open the dialog. */
	ask?: ScreenTask;
	title?: string;
	children: ReactNode;
}

/**
 * Renders a button that opens a dialog, whose code is loaded once the pointer or the focus is on the button.
 * @example
 * const Inviting = onDemand(() => import('./invite-dialog.tsx'), 'InviteDialog');
 * <DialogButton of={Inviting} ask="invite">Invite</DialogButton>
 */
export const DialogButton = <Props extends Opened>(props: DialogButtonProps<Props>) => {
	const { of, dialog, ask, ...button } = props;
	const [Dialog, prepare] = of;
	const [opened, { open, close }] = useDisclosure(false);
	useScreenTask(ask, open, !button.disabled);
	const shown = { ...dialog, opened, onClose: close } as unknown as Props;
	return (
		<>
			<Button {...button} onClick={open} {...preloadHandlers(prepare)} />
			<Dialog {...shown} />
		</>
	);
};
