import { Anchor, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconExternalLink, IconFile, IconFileTypeDoc, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { OWN_FILE } from '#shared/contract/fields.ts';
import { fileQuery } from '../api/file-info.ts';
import classes from './file-link.module.css';
import { fileSize } from './file-size.ts';
import { PreviewButton } from './preview/preview-button.tsx';

const iconOf = (extension: string | undefined) => {
	if (extension === undefined) return IconExternalLink;
	if (extension === 'pdf') return IconFileTypePdf;
	return extension.startsWith('doc') ? IconFileTypeDoc : IconFile;
};

interface FileLinkProps {
	url: string;
	/** Only what kind of file it is, or where; for a column that has little room. */
	brief?: boolean;
}

/**
 * A link to a file: of our own with its name and size, and a PDF with a look into it; of elsewhere
 * with its address. Of a long list, only what is in sight asks for names and sizes.
 */
export const FileLink = ({ url, brief = false }: FileLinkProps) => {
	const extension = OWN_FILE.exec(url)?.[2];
	const Icon = iconOf(extension);
	const { ref, inViewport } = useInViewport();
	const info = useQuery({ ...fileQuery(url), enabled: extension !== undefined && inViewport });
	const name = info.data?.name ?? (extension ? `${extension.toUpperCase()} file` : url);
	const size = info.data?.size;
	const short = extension?.toUpperCase() ?? URL.parse(url)?.hostname ?? url;
	return (
		<span className={classes.file} ref={ref}>
			<Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
			<Anchor
				href={url}
				target="_blank"
				rel="noreferrer"
				size="sm"
				className={brief ? classes.brief : classes.name}
				title={name}
				{...(brief && { 'aria-label': `${short}: ${name}` })}
			>
				{brief ? short : name}
			</Anchor>
			{extension && (
				<Text span size="sm" c="dimmed" className={classes.size}>
					{size !== undefined && fileSize(size)}
				</Text>
			)}
			{extension === 'pdf' && <PreviewButton url={url} name={name} size={size} />}
		</span>
	);
};
