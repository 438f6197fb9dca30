import { Button, Notification } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { createChanges } from '../../api/changes.ts';
import { errorMessage } from '../../api/error-message.ts';
import classes from './notifications.module.css';

interface Shown {
	id: number;
	title: string;
	message: string;
	/** Something went well: said politely, where a failure interrupts. */
	good?: boolean;
	/** Takes the place of what was said about the same before. */
	about?: string;
	/** What can be done about it, once: 'Undo'. */
	action?: { label: string; run: () => void };
}

/** More than this would cover a small screen; the oldest go first. */
const AT_ONCE = 3;
const READ_MS = 10_000;

const { subscribe, tell } = createChanges();
let shown: readonly Shown[] = [];
let count = 0;

const show = (next: readonly Shown[]) => {
	shown = next;
	tell();
};

const dismiss = (id: number) => show(shown.filter((each) => each.id !== id));

/** Says something in passing, over whatever is on screen; it stays while the pointer or the focus is on it. */
export const notify = (notification: Omit<Shown, 'id'>) => {
	const { about } = notification;
	const others = about === undefined ? shown : shown.filter((each) => each.about !== about);
	show([...others, { ...notification, id: ++count }].slice(-AT_ONCE));
};

/** Says in passing why something could not be done, where no form and no list can say it; in place of what was said `about` it. */
export const notifyFailure = (error: unknown, fallback: string, about?: string) => {
	const { message, hint, requestId } = errorMessage(error, fallback);
	notify({
		...(about !== undefined && { about }),
		title: message,
		message: [hint, requestId && `Request id: ${requestId}`].filter(Boolean).join(' '),
	});
};

/** Where keys mean something to what is typed, or a question has to be answered first. */
const TAKEN = 'input, textarea, select, [contenteditable=true], [role=dialog] *';

/** Ctrl or ⌘ and Z undoes what the newest notification offers to undo: it stands far from where the keyboard is. */
const undoByKey = (event: KeyboardEvent) => {
	const { key, target } = event;
	if (!(event.ctrlKey || event.metaKey) || event.shiftKey || key.toLowerCase() !== 'z') return;
	if (target instanceof Element && target.closest(TAKEN)) return;
	const newest = shown.findLast(({ action }) => action?.label === 'Undo');
	if (!newest) return;
	event.preventDefault();
	act(newest);
};

const act = ({ id, action }: Shown) => {
	dismiss(id);
	action?.run();
};

/** The focus goes with what had it: back to the screen. */
const keepFocus = () => document.getElementById('main')?.focus({ preventScroll: true });

const One = (notification: Shown) => {
	const { id, title, message, good, action } = notification;
	const [hovered, hover] = useState(false);
	const [focused, focus] = useState(false);
	const kept = hovered || focused;
	useEffect(() => {
		if (kept) return;
		const timer = setTimeout(() => dismiss(id), READ_MS);
		return () => clearTimeout(timer);
	}, [id, kept]);
	const leave = (then: () => void) => {
		if (focused) keepFocus();
		then();
	};
	return (
		<Notification
			role={good ? 'status' : 'alert'}
			color={good ? 'teal' : 'red'}
			title={title}
			withBorder
			onClose={() => leave(() => dismiss(id))}
			closeButtonProps={{ 'aria-label': 'Dismiss' }}
			onPointerEnter={() => hover(true)}
			onPointerLeave={() => hover(false)}
			onFocus={() => focus(true)}
			onBlur={() => focus(false)}
		>
			{message}
			{action && (
				<Button
					variant="light"
					size="xs"
					display="block"
					mt={message ? 8 : 0}
					onClick={() => leave(() => act(notification))}
					{...(action.label === 'Undo' && {
						'aria-keyshortcuts': 'Control+Z Meta+Z',
						title: 'Ctrl+Z',
					})}
				>
					{action.label}
				</Button>
			)}
		</Notification>
	);
};

/**
 * Where notifications are shown: over everything, outside of the screen that a dialog puts out of reach.
 * Part of the first load, as most are about a lost connection, over which nothing more can be fetched.
 */
export const Notifications = () => {
	useWindowEvent('keydown', undoByKey);
	return createPortal(
		<div className={classes.notifications}>
			{useSyncExternalStore(subscribe, () => shown).map((each) => (
				<One key={each.id} {...each} />
			))}
		</div>,
		document.body,
	);
};
