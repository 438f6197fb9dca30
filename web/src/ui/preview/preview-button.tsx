import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useScreenTask } from '../dialog/screen-tasks.ts';
import { preloadHandlers } from '../loading/on-demand.tsx';
import { preparePreview } from './lazy-preview-body.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

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
	useScreenTask(`file ${url}`, (asked) => {
		setPage(Number(asked));
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
				<Anchor component="button" type="button" {...open} inherit>
					PDF
				</Anchor>
			)}
			{brief === 'sign' && (
				<ActionIcon {...open} title="Preview" size={32}>
					<IconEye size={18} aria-hidden />
				</ActionIcon>
			)}
			{!brief && (
				<Button
					{...open}
					variant="subtle"
					size="compact-sm"
					px={6}
					ml={-6}
					fw={450}
					leftSection={<IconEye size={16} aria-hidden />}
				>
					Preview
				</Button>
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
