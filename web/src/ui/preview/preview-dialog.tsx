import { ActionIcon, Button, Flex, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Modal } from '../dialog/modal.tsx';
import { fileSize } from '../files/file-words.ts';
import type { Opened } from '../loading/on-demand.tsx';
import { PreviewBody } from './lazy-preview-body.tsx';

interface PreviewDialogProps extends Opened {
	url: string;
	name: string;
	/** Size in bytes, if known. */
	size: number | undefined;
	/** The first page to show, from 1. */
	page: number;
}

/** Shows one of our PDFs over the screen or over a dialog with a form. */
export const PreviewDialog = ({ opened, url, name, size, page, onClose }: PreviewDialogProps) => {
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
							{fileSize(size)}
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
