import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { notifications, notificationsStore, useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { describeError } from '../../api/error-message.ts';
import { lazyPart, useIdleLoad } from '../loading/on-demand.tsx';

interface Notice {
	title: string;
	message: string;
	/** Reports a success: screen readers announce it politely, and a failure at once. */
	good?: boolean;
	/** Stays until another notice about the same subject replaces it. */
	stays?: boolean;
	/** Replaces the notice that was shown about the same subject. */
	about?: string;
	/** The action that the notice offers: 'Undo'. */
	action?: { label: string; run: () => void };
}

const READ_MS = 10_000;

let count = 0;
/** Ids of notices by subject. */
const idsByAbout = new Map<string, string>();
/** The notices that offer Undo, newest last. */
const undoable: { id: string; run: () => void }[] = [];

const isShown = (id: string) =>
	notificationsStore.getState().notifications.some((each) => each.id === id);

/** Shows a notice over the screen; it stays while the pointer is on it. */
export const notify = ({ title, message, good = false, stays = false, about, action }: Notice) => {
	const id = `notice-${++count}`;
	const previousId = about !== undefined && idsByAbout.get(about);
	if (previousId) notifications.hide(previousId);
	if (about !== undefined) idsByAbout.set(about, id);
	const run = () => {
		// The notice fades out, and can be clicked again until then.
		if (!isShown(id)) return;
		notifications.hide(id);
		action?.run();
	};
	const isUndo = action?.label.startsWith('Undo') === true;
	if (isUndo) undoable.push({ id, run });
	notifications.show({
		id,
		title,
		role: good ? 'status' : 'alert',
		color: good ? 'teal' : 'red',
		withBorder: true,
		autoClose: !stays && READ_MS,
		closeButtonProps: { 'aria-label': 'Dismiss' },
		message: (
			<>
				{message}
				{action && (
					<Button
						variant="light"
						size="xs"
						display="block"
						mt={message ? 8 : 0}
						onClick={run}
						{...(isUndo && { 'aria-keyshortcuts': 'Control+Z Meta+Z', title: 'Ctrl+Z' })}
					>
						{action.label}
					</Button>
				)}
			</>
		),
	});
};

/** Shows an error that no form or list can show. */
export const notifyFailure = (error: unknown, fallback: string, about?: string) => {
	const { message, hint, requestId } = describeError(error, fallback);
	notify({
		...(about !== undefined && { about }),
		title: message,
		message: [hint, requestId && `Request id: ${requestId}`].filter(Boolean).join(' '),
	});
};

/** Elements that use Ctrl+Z themselves. */
const EDITABLE = 'input, textarea, select, [contenteditable=true], [role=dialog] *';

/** Runs the newest Undo on Ctrl+Z or ⌘Z; says where to find it once its notice is gone. */
const undoByKey = (event: KeyboardEvent) => {
	const { key, target } = event;
	if (!(event.ctrlKey || event.metaKey) || event.shiftKey || key.toLowerCase() !== 'z') return;
	if (target instanceof Element && target.closest(EDITABLE)) return;
	if (undoable.length === 0) return;
	event.preventDefault();
	const newest = undoable.findLast(({ id }) => isShown(id));
	if (newest) newest.run();
	else
		notify({
			good: true,
			about: 'undo',
			title: 'Undo is in History',
			message: 'Open History in the ⋯ menu of the item. Deleted items are in the Trash.',
		});
};

const [NoticeList, prepare] = lazyPart(() => import('./notice-list.tsx'), 'NoticeList');

/** Renders the notices. Their code is loaded soon after the first screen, so that it is there offline. */
export const Notifications = () => {
	const [isNeeded, setNeeded] = useState(false);
	const hasNotices = useNotifications().notifications.length > 0;
	if (hasNotices && !isNeeded) setNeeded(true);
	useWindowEvent('keydown', undoByKey);
	useIdleLoad(prepare);
	return isNeeded && <NoticeList />;
};
