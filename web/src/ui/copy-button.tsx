import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyButtonProps {
	value: string;
	/** What is copied, for screen readers: 'Copy the id'. */
	label: string;
}

/** Copies a value, and says that it did. */
export const CopyButton = ({ value, label }: CopyButtonProps) => {
	const clipboard = useClipboard({ timeout: 2000 });
	const words = clipboard.copied ? 'Copied' : label;
	return (
		<ActionIcon aria-label={words} title={words} onClick={() => clipboard.copy(value)}>
			{clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
		</ActionIcon>
	);
};
