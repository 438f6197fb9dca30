import { ActionIcon, Text } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { FileInside } from '../file-inside.tsx';
import { FileLink } from '../file-link.tsx';
import classes from './file-field.module.css';

interface FileRowProps {
	label: string;
	url: string;
	/** Nothing can be done with it now. */
	locked: boolean;
	/** What can be done with it. */
	icon?: TablerIcon;
	words?: string;
	act?: () => void;
}

/** A file that the field holds, or held when it was last saved. */
export const FileRow = ({ label, url, locked, icon: Icon, words, act }: FileRowProps) => (
	<div className={classes.current}>
		<Text size="xs" c="dimmed">
			{label}
		</Text>
		<FileLink url={url} />
		{Icon && act && !locked && (
			<ActionIcon aria-label={words} onClick={act}>
				<Icon size={18} aria-hidden />
			</ActionIcon>
		)}
		<FileInside url={url} />
	</div>
);
