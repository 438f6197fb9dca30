import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { IconButton } from '../controls.tsx';

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
	return (
		<IconButton
			label={clipboard.copied ? 'Copied' : label}
			icon={clipboard.copied ? IconCheck : IconCopy}
			inText={small}
			onClick={() => clipboard.copy(value)}
		/>
	);
};
