import { Notification } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { errorMessage } from '../api/error-message.ts';
import classes from './notifications.module.css';

interface Shown {
	id: number;
	title: string;
	message: string;
}

/** More than this would cover a small screen; the oldest go first. */
const AT_ONCE = 3;
const READ_MS = 10_000;

const listeners = new Set<() => void>();
let shown: readonly Shown[] = [];
let count = 0;

const show = (next: readonly Shown[]) => {
	shown = next;
	for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

const dismiss = (id: number) => show(shown.filter((each) => each.id !== id));

/** Says something in passing, over whatever is on screen. */
export const notify = (notification: Omit<Shown, 'id'>) =>
	show([...shown, { ...notification, id: ++count }].slice(-AT_ONCE));

/** Says in passing why something could not be done, where no form and no list can say it. */
export const notifyFailure = (error: unknown, fallback: string) => {
	const { message, hint, requestId } = errorMessage(error, fallback);
	notify({
		title: message,
		message: [hint, requestId && `Request id: ${requestId}`].filter(Boolean).join(' '),
	});
};

const One = ({ id, title, message }: Shown) => {
	const [hovered, hover] = useState(false);
	useEffect(() => {
		if (hovered) return;
		const timer = setTimeout(() => dismiss(id), READ_MS);
		return () => clearTimeout(timer);
	}, [id, hovered]);
	return (
		<Notification
			role="alert"
			color="red"
			title={title}
			withBorder
			onClose={() => dismiss(id)}
			closeButtonProps={{ 'aria-label': 'Dismiss' }}
			onPointerEnter={() => hover(true)}
			onPointerLeave={() => hover(false)}
		>
			{message}
		</Notification>
	);
};

/**
 * Where notifications are shown: over everything, outside of the screen that a dialog puts out of reach.
 * Part of the first load, as most are about a lost connection, over which nothing more can be fetched.
 */
export const Notifications = () =>
	createPortal(
		<div className={classes.notifications}>
			{useSyncExternalStore(subscribe, () => shown).map((each) => (
				<One key={each.id} {...each} />
			))}
		</div>,
		document.body,
	);
