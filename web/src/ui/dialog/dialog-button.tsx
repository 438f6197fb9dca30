import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type Opened, whenReached } from '../loading/on-demand.tsx';
import { type Ask, useAsked } from './asked.ts';

interface DialogButtonProps<Props extends Opened> extends ButtonProps {
	/** What `onDemand` made. */
	of: readonly [(props: Props) => ReactNode, prepare: () => void];
	/** What else the dialog is shown with. */
	dialog?: Omit<Props, keyof Opened>;
	/** What it is opened for from elsewhere too. */
	ask?: Ask;
	title?: string;
	children: ReactNode;
}

/**
 * A button with a dialog of its own, which is fetched when somebody reaches for it.
 * @example
 * const Inviting = onDemand(() => import('./invite-dialog.tsx'), 'InviteDialog');
 * <DialogButton of={Inviting} ask="invite">Invite</DialogButton>
 */
export const DialogButton = <Props extends Opened>(props: DialogButtonProps<Props>) => {
	const { of, dialog, ask, ...button } = props;
	const [Dialog, prepare] = of;
	const [opened, { open, close }] = useDisclosure(false);
	useAsked(ask, open, !button.disabled);
	const shown = { ...dialog, opened, onClose: close } as unknown as Props;
	return (
		<>
			<Button {...button} onClick={open} {...whenReached(prepare)} />
			<Dialog {...shown} />
		</>
	);
};
