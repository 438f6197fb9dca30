import { Anchor, Text } from '@mantine/core';
import { IconExternalLink, IconFile, IconFileTypeDoc, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { OWN_FILE } from '#shared/contract/fields.ts';
import { fileQuery } from '../api/file-info.ts';
import classes from './file-link.module.css';

/** A size in bytes for a person: '1.2 MB'. */
export const fileSize = (bytes: number): string => {
	if (bytes < 1000) return `${bytes} bytes`;
	if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
};

const iconOf = (extension: string | undefined) => {
	if (extension === undefined) return IconExternalLink;
	if (extension === 'pdf') return IconFileTypePdf;
	return extension.startsWith('doc') ? IconFileTypeDoc : IconFile;
};

/** A link to a file: of our own with its name and size, of elsewhere with its address. */
export const FileLink = ({ url }: { url: string }) => {
	const extension = OWN_FILE.exec(url)?.[2];
	const Icon = iconOf(extension);
	const info = useQuery({ ...fileQuery(url), enabled: extension !== undefined });
	const name = info.data?.name ?? (extension ? `${extension.toUpperCase()} file` : url);
	return (
		<span className={classes.file}>
			<Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
			<Anchor href={url} target="_blank" rel="noreferrer" size="sm" className={classes.name}>
				{name}
			</Anchor>
			{info.data?.size !== undefined && (
				<Text span size="sm" c="dimmed" className={classes.size}>
					{fileSize(info.data.size)}
				</Text>
			)}
		</span>
	);
};
