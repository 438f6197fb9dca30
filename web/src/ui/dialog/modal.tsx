import { Button, Group, Modal as MantineModal } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Opened } from '../loading/on-demand.tsx';
import { useCloseOnBack } from './history-steps.ts';
import { useFocusBack } from './use-focus-back.ts';
import { useTyped } from './use-typed.ts';

const WIDTHS = { normal: '27.5rem', wide: '38.75rem', most: '60rem', page: '70rem' };

export interface DialogProps extends Opened {
	title: ReactNode;
	/** Wide enough for two columns, for two versions of a text next to each other, or for a page of a document. */
	wide?: boolean | 'most' | 'page';
	/** Aligns the dialog to the top, so that its header stays in place while the content grows. */
	top?: boolean;
	/** The dialog has no input to lose, so it closes without a question. */
	onlyShows?: boolean;
	/** Stacking order; other dialogs have 200. */
	zIndex?: number;
	closeOnClickOutside?: boolean;
	/** The label of the × if another button is called 'Close'. */
	closeLabel?: string;
	children?: ReactNode;
}

/**
 * Renders a dialog that Esc, a click outside and Back close; if it has unsaved input, they ask first. Buttons in the
 * content close it at once.
 */
export const Modal = (props: DialogProps) => {
	const { opened, onClose, title, wide = false, top, onlyShows, zIndex = 200 } = props;
	const [asking, setAsking] = useState(false);
	useFocusBack(opened);
	const { hasTyped, forget, handlers } = useTyped();
	const root = useRef<HTMLDivElement>(null);
	/** Returns whether another dialog is open above this one; Mantine tells both of Esc. */
	const isCovered = () => {
		const top = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1);
		return top !== undefined && !root.current?.contains(top);
	};
	const close = () => {
		if (isCovered()) return;
		if (!onlyShows && hasTyped()) setAsking(true);
		else onClose();
	};
	const discard = () => {
		forget();
		setAsking(false);
		onClose();
	};
	useCloseOnBack(opened, close);
	const keep = () => setAsking(false);
	useCloseOnBack(asking, keep);
	const shared = {
		padding: 'lg',
		transitionProps: { transition: 'fade-down', duration: 200 },
	} as const;
	return (
		<>
			<MantineModal
				ref={root}
				{...shared}
				{...(!onlyShows && handlers)}
				opened={opened}
				onClose={close}
				returnFocus={false}
				title={title}
				size={WIDTHS[wide === true ? 'wide' : wide || 'normal']}
				centered={!top}
				zIndex={zIndex}
				closeOnEscape={!asking}
				closeOnClickOutside={props.closeOnClickOutside ?? true}
				closeButtonProps={{ 'aria-label': props.closeLabel ?? 'Close' }}
			>
				{props.children}
			</MantineModal>
			<MantineModal
				{...shared}
				opened={asking && opened}
				onClose={keep}
				// Mantine's window listener would also hear the Escape that opened this question.
				closeOnEscape={false}
				onKeyDown={({ key }) => key === 'Escape' && keep()}
				title="Discard your changes?"
				size={WIDTHS.normal}
				centered
				zIndex={zIndex + 1}
				closeButtonProps={{ 'aria-label': 'Close' }}
			>
				<Group justify="flex-end" gap="xs">
					<Button variant="default" onClick={keep} data-autofocus>
						Keep editing
					</Button>
					<Button color="red" onClick={discard}>
						Discard
					</Button>
				</Group>
			</MantineModal>
		</>
	);
};
