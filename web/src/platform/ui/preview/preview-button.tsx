import { ActionIcon, Button, Flex, Group, Text } from '@mantine/core';
import { IconDownload, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton, SmallButton } from '../controls.tsx';
import { Modal } from '../dialog/modal.tsx';
import { useScreenTask } from '../dialog/screen-tasks.ts';
import { formatFileSize } from '../files/file-words.ts';
import { type Opened, preloadHandlers } from '../loading/on-demand.tsx';
import { PreviewBody, preparePreview } from './lazy-preview-body.tsx';

interface PreviewDialogProps extends Opened {
	url: string;
	name: string;
	/** Size in bytes, if known. */
	size: number | undefined;
	/** The first page to show, from 1. */
	page: number;
}

/** Shows one of our PDFs over the screen or over a dialog with a form. */
const PreviewDialog = ({ opened, url, name, size, page, onClose }: PreviewDialogProps) => {
	const [attempt, setAttempt] = useState(0);
	const download = { component: 'a', href: url, download: name } as const;
	return (
		<Modal
			opened={opened}
			onClose={onClose}
			wide="page"
			onlyShows
			// Above the dialog of a form.
			zIndex={210}
			title={
				<Group gap="xs" wrap="nowrap">
					<Text span inherit truncate>
						{name}
					</Text>{' '}
					{size !== undefined && (
						<Text span size="sm" c="dimmed" fw={400} style={{ whiteSpace: 'nowrap' }}>
							{formatFileSize(size)}
						</Text>
					)}
				</Group>
			}
		>
			<Flex direction="column" h="calc(100dvh - 10rem)">
				<Group justify="flex-end" pb={4}>
					<ActionIcon {...download} title="Download" aria-label={`Download ${name}`}>
						<IconDownload size={20} aria-hidden />
					</ActionIcon>
				</Group>
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
			</Flex>
		</Modal>
	);
};

interface PreviewButtonProps {
	/** Address of one of our own PDFs. */
	url: string;
	name: string;
	/** Size in bytes, if known. */
	size: number | undefined;
	/** `sign` for an icon in a narrow column, `word` for a word in the line of a phone. */
	brief?: 'sign' | 'word' | undefined;
}

/** Renders a button that shows one of our PDFs without leaving the console. */
export const PreviewButton = ({ url, name, size, brief }: PreviewButtonProps) => {
	const [opened, setOpened] = useState(false);
	// A list has many of these: each dialog is mounted when first opened, and stays mounted to return the focus.
	const [wasOpened, setWasOpened] = useState(false);
	if (opened && !wasOpened) setWasOpened(true);
	const [page, setPage] = useState(1);
	useScreenTask(`file ${url}`, (requestedPage) => {
		setPage(Number(requestedPage));
		setOpened(true);
	});
	const open = {
		'aria-label': `Preview ${name}`,
		onClick: () => {
			setPage(1);
			setOpened(true);
		},
		...preloadHandlers(preparePreview),
	};
	return (
		<>
			{brief === 'word' && (
				<button type="button" className="bare link" {...open}>
					PDF
				</button>
			)}
			{brief === 'sign' && (
				<IconButton {...open} label={`Preview ${name}`} title="Preview" icon={IconEye} small />
			)}
			{!brief && (
				<SmallButton {...open} icon={IconEye}>
					Preview
				</SmallButton>
			)}
			{wasOpened && (
				<PreviewDialog
					opened={opened}
					{...{ url, name, size, page }}
					onClose={() => setOpened(false)}
				/>
			)}
		</>
	);
};
