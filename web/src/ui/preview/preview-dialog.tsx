import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useCloseOnBack } from '../dialog/history-steps.ts';
import { fileSize } from '../files/file-words.ts';
import type { Opened } from '../loading/on-demand.tsx';
import classes from './preview.module.css';
import { PreviewBody } from './preview-body.tsx';

interface PreviewDialogProps extends Opened {
	url: string;
	name: string;
	/** Bytes, where it is known. */
	size: number | undefined;
	/** The page to begin with, from 1. */
	page: number;
}

/**
 * A PDF of ours over the screen, as long as it is there. The browser's own dialog: it keeps the focus in and gives it back,
 * Esc closes it, and it stands above a dialog with a form.
 */
export const PreviewDialog = ({ url, name, size, page, onClose }: PreviewDialogProps) => {
	const dialog = useRef<HTMLDialogElement>(null);
	const title = useId();
	const [attempt, setAttempt] = useState(0);
	// Before its body takes the focus: nothing in a closed dialog can.
	useLayoutEffect(() => {
		if (!dialog.current?.open) dialog.current?.showModal();
	}, []);
	const close = () => dialog.current?.close();
	useCloseOnBack(true, close);
	const download = { component: 'a', href: url, download: name } as const;

	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it for the keyboard
		<dialog
			ref={dialog}
			className={classes.dialog}
			aria-labelledby={title}
			onClose={onClose}
			// Its content fills it, so a click on itself is one on the backdrop.
			onClick={(event) => event.target === event.currentTarget && close()}
			// A Mantine dialog below would close at the same Esc, with all that was typed in it.
			onFocus={(event) => event.target.setAttribute('data-mantine-stop-propagation', 'true')}
		>
			<div className={classes.content} tabIndex={-1}>
				<div className={classes.head}>
					<h2 id={title} className={classes.title}>
						<span className={classes.name}>{name}</span>{' '}
						{size !== undefined && <span className={classes.size}>{fileSize(size)}</span>}
					</h2>
					<ActionIcon {...download} title="Download" aria-label={`Download ${name}`}>
						<IconDownload size={20} aria-hidden />
					</ActionIcon>
					<ActionIcon title="Close" aria-label="Close preview" onClick={close}>
						<IconX size={20} aria-hidden />
					</ActionIcon>
				</div>
				<PreviewBody
					key={attempt}
					url={url}
					name={name}
					page={page}
					onRetry={() => setAttempt((count) => count + 1)}
					instead={
						<Button {...download} leftSection={<IconDownload size={18} aria-hidden />}>
							Download
						</Button>
					}
				/>
			</div>
		</dialog>
	);
};
