import { IconExternalLink, IconFile, IconFileTypeDoc, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { OWN_FILE } from '#shared/contract/platform/fields.ts';
import { buildDescribedFileQuery, buildFileQuery } from '../../api/file-info.ts';
import { formatFileSize, getFileKind } from '../files/file-words.ts';
import { useWide } from '../row.tsx';
import classes from './file-link.module.css';
import { PreviewButton } from './preview-button.tsx';

/** Room for the picture below its icon, in pixels. */
const PICTURE_HEIGHT = 260;

/** Renders the icon of a file, which shows a picture of the first page while the pointer is on it. */
const FilePicture = ({ url, children }: { url: string; children: ReactNode }) => {
	const [place, setPlace] = useState<{ left: number; top: number }>();
	return (
		<span
			className={classes.sign}
			onPointerEnter={({ currentTarget, pointerType }) => {
				const { left, bottom } = currentTarget.getBoundingClientRect();
				const top = Math.min(bottom + 4, innerHeight - PICTURE_HEIGHT);
				if (pointerType === 'mouse') setPlace({ left: left + 24, top });
			}}
			onPointerLeave={() => setPlace(undefined)}
		>
			{children}
			{place && <img className={classes.picture} src={`/api${url}/picture`} alt="" style={place} />}
		</span>
	);
};

const pickIcon = (extension: string | undefined) => {
	if (extension === undefined) return IconExternalLink;
	if (extension === 'pdf') return IconFileTypePdf;
	return extension.startsWith('doc') ? IconFileTypeDoc : IconFile;
};

interface FileLinkProps {
	url: string;
	/**
	 * Shortens to one line: `name` truncates the name, `kind` shows the type of the file; links to other sites show their
	 * host.
	 */
	brief?: 'name' | 'kind' | undefined;
	/** Shows a summary of the content next to the link. */
	described?: boolean;
}

interface LinkedProps extends FileLinkProps {
	extension?: string | undefined;
	/** Name or URL of the file. */
	name: string;
	/** Whether the server has a picture of the first page. */
	picture?: boolean | undefined;
	children?: ReactNode;
}

const Linked = ({ url, brief, extension, name, picture, children }: LinkedProps) => {
	const Icon = pickIcon(extension);
	const shown = brief === 'kind' || (brief && extension === undefined) ? getFileKind(url) : name;
	const icon = <Icon size={18} stroke={1.6} aria-hidden className="quiet" />;
	const lines = brief || extension !== undefined ? 'one-line' : 'clamped';
	return (
		<>
			{brief && picture ? <FilePicture url={url}>{icon}</FilePicture> : icon}
			<a
				href={url}
				target="_blank"
				rel="noreferrer"
				className={`link ${lines} ${classes.name}`}
				title={name}
				{...(shown !== name && { 'aria-label': `${shown}: ${name}` })}
			>
				{shown}
			</a>
			{children}
		</>
	);
};

const OwnFile = ({
	url,
	extension,
	described = false,
	...props
}: FileLinkProps & { extension: string }) => {
	const named = useQuery({ ...buildFileQuery(url), enabled: !described });
	const withContent = useQuery({ ...buildDescribedFileQuery(url), enabled: described });
	const info = described ? withContent.data : named.data;
	const name = info?.name ?? `${extension.toUpperCase()} file`;
	const size = (
		<span className={`quiet ${classes.size}`}>
			{info?.size !== undefined && formatFileSize(info.size)}
		</span>
	);
	const preview = extension === 'pdf' && (
		<PreviewButton url={url} name={name} size={info?.size} brief={props.brief && 'sign'} />
	);
	return (
		<span className={classes.file} data-look={props.brief ?? 'own'}>
			<Linked {...props} {...{ url, extension, name }} picture={info?.inside?.picture ?? false}>
				{size}
				{preview}
			</Linked>
		</span>
	);
};

const BriefPdf = ({ url }: { url: string }) => {
	const { data: info } = useQuery(buildFileQuery(url));
	return <PreviewButton url={url} name={info?.name ?? 'file'} size={info?.size} brief="word" />;
};

interface BriefFileProps {
	url: string | null;
	/** The name of the item that has the file. */
	itemName: string;
	/** Renders nothing for files other than our PDFs, next to a link that downloads them. */
	previewOnly?: boolean;
}

/** Renders a file as one word on phones: a preview of our own PDFs, a link to others. */
export const BriefFile = ({ url, itemName, previewOnly = false }: BriefFileProps) => {
	const isPdf = url !== null && OWN_FILE.exec(url)?.[2] === 'pdf';
	if (useWide() || (url && previewOnly && !isPdf)) return null;
	if (!url) return <span>No file</span>;
	const kind = getFileKind(url);
	return (
		<span>
			{isPdf ? (
				<BriefPdf url={url} />
			) : (
				<a
					href={url}
					target="_blank"
					rel="noreferrer"
					className="link"
					aria-label={`${kind} of ${itemName}`}
				>
					{kind}
				</a>
			)}
		</span>
	);
};

/** Renders a link to a file: our own with name and size, and a preview for PDFs; others with their address. */
export const FileLink = (props: FileLinkProps) => {
	const extension = OWN_FILE.exec(props.url)?.[2];
	return extension ? (
		<OwnFile {...props} extension={extension} />
	) : (
		<span className={classes.file} data-look={props.brief === 'name' ? 'name' : undefined}>
			<Linked {...props} name={props.url} />
		</span>
	);
};
