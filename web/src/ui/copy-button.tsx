import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyButtonProps {
	value: string;
	/** The label for screen readers: 'Copy the id'. */
	label: string;
	/** For a button next to a value in running text. */
	small?: boolean;
}

/** Renders a button that copies a value, and confirms it for two seconds. */
export const CopyButton = ({ value, label, small = false }: CopyButtonProps) => {
	const clipboard = useClipboard({ timeout: 2000 });
	const words = clipboard.copied ? 'Copied' : label;
	const Icon = clipboard.copied ? IconCheck : IconCopy;
	return (
		<ActionIcon
			aria-label={words}
			title={words}
			size={small ? 26 : 36}
			{...(small && { my: -8, opacity: 0.6, style: { verticalAlign: 'middle' } })}
			onClick={() => clipboard.copy(value)}
		>
			<Icon size={small ? 16 : 18} aria-hidden />
		</ActionIcon>
	);
};
