import { OWN_FILE } from '#shared/contract/platform/fields.ts';

/** Formats a size in bytes: '1.2 MB'. */
export const formatFileSize = (bytes: number): string => {
	if (bytes < 1000) return `${bytes} bytes`;
	if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
};

/** Returns the file type or host of a link: 'PDF', 'kasneb.example'. */
export const getFileKind = (url: string): string =>
	OWN_FILE.exec(url)?.[2]?.toUpperCase() ?? URL.parse(url)?.hostname ?? url;
