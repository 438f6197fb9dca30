import { Button, Group, Modal as MantineModal, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useEarlyKeys } from '../loading/early-keys.ts';
import type { Opened } from '../loading/on-demand.tsx';
import { rememberHeading } from './heading-focus.ts';
import { useCloseOnBack } from './history-steps.ts';
import { useTyped } from './typed.ts';
import type { UnsavedInput } from './unsaved.ts';

/** Longer than Mantine and a form in the dialog take to move the focus. */
const FOCUS_DELAY_MS = 50;

/** Returns the element with the focus, or the button of the menu that it is in, because the menu closes. */
const findFocus = () => {
	const menu = document.activeElement?.closest('[role=menu]');
	return menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : document.activeElement;
};

/**
 * Moves the focus back to where it was before a dialog opened, unless it is elsewhere on the screen by then. What the
 * dialog changed may remove that control, and the dialog with it, at once or when its list reloads: the heading above
 * takes the focus.
 */
export const useFocusBack = (opened: boolean) => {
	const previousFocus = useRef<Element>(null);
	const isOpen = useRef(false);
	// During the render: a form in the dialog focuses its first field before any effect of the dialog runs.
	if (opened) previousFocus.current ??= findFocus();
	useEffect(() => {
		const previous = previousFocus.current;
		if (!opened || !(previous instanceof HTMLElement)) return;
		isOpen.current = true;
		const focusHeading = rememberHeading(previous, true);
		return () => {
			isOpen.current = false;
			// Not cleared when the dialog is removed.
			setTimeout(() => {
				if (isOpen.current) return;
				previousFocus.current = null;
				const focused = document.activeElement;
				const closing = focused?.closest('[role=dialog]');
				if (focused !== document.body && !closing) return;
				if (previous.isConnected) previous.focus({ preventScroll: true });
				focusHeading(closing);
			}, FOCUS_DELAY_MS);
		};
	}, [opened]);
};

const WIDTHS = { normal: '30rem', wide: '38.75rem', most: '60rem', page: '70rem' };

const shared = {
	padding: 'lg',
	transitionProps: { transition: 'fade-down', duration: 200 },
} as const;

interface DiscardDialogProps extends Opened {
	title?: string;
	onDiscard: () => void;
	zIndex?: number;
	children?: ReactNode;
}

/** Asks before unsaved input is discarded; closing it keeps the input. */
const DiscardDialog = (props: DiscardDialogProps) => {
	const { opened, onClose, title = 'Discard your changes?', onDiscard, zIndex = 201 } = props;
	useCloseOnBack(opened, onClose);
	useEarlyKeys(opened);
	return (
		<MantineModal
			{...shared}
			opened={opened}
			onClose={onClose}
			// Mantine's window listener would also hear the Escape that opened this question.
			closeOnEscape={false}
			onKeyDown={({ key }) => key === 'Escape' && onClose()}
			title={title}
			size={WIDTHS.normal}
			centered
			zIndex={zIndex}
			closeButtonProps={{ 'aria-label': 'Close' }}
		>
			{props.children && (
				<Text size="sm" mb="lg">
					{props.children}
				</Text>
			)}
			{/* The header of the dialog would cover the focus ring. */}
			<Group justify="flex-end" gap="xs" pt={6}>
				<Button variant="default" onClick={onClose} data-autofocus>
					Keep editing
				</Button>
				<Button color="red" onClick={onDiscard}>
					Discard
				</Button>
			</Group>
		</MantineModal>
	);
};

/**
 * Returns a function that calls `goOn` at once, or with unsaved input only if the person discards it and otherwise
 * `stay`; and the question to render. The browser asks before it unloads the page with unsaved input.
 */
export const useDiscardQuestion = (
	input: UnsavedInput,
	dialogProps: Pick<DiscardDialogProps, 'title' | 'zIndex' | 'children'>,
	/** Whether what has the input is on screen. */
	shown = true,
) => {
	const [asked, setAsked] = useState<{ goOn: () => void; stay: (() => void) | undefined }>();
	const holdPage = useEffectEvent((event: Event) => input.isUnsaved() && event.preventDefault());
	useEffect(() => {
		window.addEventListener('beforeunload', holdPage);
		return () => window.removeEventListener('beforeunload', holdPage);
	}, []);
	useEffect(() => {
		if (!shown) setAsked(undefined);
	}, [shown]);
	const ask = (goOn: () => void, stay?: () => void) =>
		input.isUnsaved() ? setAsked({ goOn, stay }) : goOn();
	const answer = (goesOn: boolean) => () => {
		setAsked(undefined);
		if (goesOn) input.drop();
		(goesOn ? asked?.goOn : asked?.stay)?.();
	};
	const question = (
		<DiscardDialog
			opened={asked !== undefined}
			onClose={answer(false)}
			onDiscard={answer(true)}
			{...dialogProps}
		/>
	);
	return [ask, question] as const;
};

export interface ModalProps extends Opened {
	title: ReactNode;
	/** Wide enough for two columns, for two versions of a text next to each other, or for a page of a document. */
	wide?: boolean | 'most' | 'page';
	/** Aligns the dialog to the top, so that its header stays in place while the content grows. */
	top?: boolean;
	/** Closes only by a button of its content. */
	locked?: boolean;
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
export const Modal = (props: ModalProps) => {
	const {
		opened,
		onClose,
		title,
		wide = false,
		top,
		locked = false,
		onlyShows,
		zIndex = 200,
	} = props;
	useFocusBack(opened);
	useEarlyKeys(opened);
	const { handlers, ...input } = useTyped();
	const [ask, question] = useDiscardQuestion(input, { zIndex: zIndex + 1 }, opened);
	const root = useRef<HTMLDivElement>(null);
	/** Returns whether another dialog is open above this one; Mantine tells both of Esc. */
	const isCovered = () => {
		const topmost = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1);
		return topmost !== undefined && !root.current?.contains(topmost);
	};
	const close = () => {
		if (locked || isCovered()) return;
		ask(onClose);
	};
	useCloseOnBack(opened, close);
	return (
		<>
			<MantineModal
				ref={root}
				data-closing={!opened || undefined}
				{...shared}
				{...(!onlyShows && handlers)}
				opened={opened}
				onClose={close}
				returnFocus={false}
				title={title}
				size={WIDTHS[wide === true ? 'wide' : wide || 'normal']}
				centered={!top}
				zIndex={zIndex}
				withCloseButton={!locked}
				closeOnClickOutside={props.closeOnClickOutside ?? true}
				closeButtonProps={{ 'aria-label': props.closeLabel ?? 'Close' }}
			>
				{props.children}
			</MantineModal>
			{question}
		</>
	);
};
