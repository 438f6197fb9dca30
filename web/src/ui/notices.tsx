import { Notification } from '@mantine/core';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './notices.module.css';
import { dismissNotice, type Notice, useNotices } from './told.ts';

const READ_MS = 10_000;

const One = ({ notice: { id, title, message } }: { notice: Notice }) => {
	const [held, hold] = useState(false);
	useEffect(() => {
		if (held) return;
		const timer = setTimeout(() => dismissNotice(id), READ_MS);
		return () => clearTimeout(timer);
	}, [id, held]);
	return (
		<Notification
			role="alert"
			color="red"
			title={title}
			withBorder
			onClose={() => dismissNotice(id)}
			closeButtonProps={{ 'aria-label': 'Dismiss' }}
			onPointerEnter={() => hold(true)}
			onPointerLeave={() => hold(false)}
		>
			{message}
		</Notification>
	);
};

/**
 * Where what is told in passing is shown, over everything, and outside of the screen that a dialog puts
 * out of reach. Part of the first load: most of it is
 * told because the connection is gone, over which nothing more can be fetched.
 */
export const Notices = () =>
	createPortal(
		<div className={classes.notices}>
			{useNotices().map((notice) => (
				<One key={notice.id} notice={notice} />
			))}
		</div>,
		document.body,
	);
