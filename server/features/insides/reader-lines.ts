import type { FileExtension } from '#shared/contract/file-types.ts';
import type { Readable } from '../../files/reading/read.ts';
import type { Said } from './what-is-read.ts';

/** What comes before the bytes of a file. */
export interface FileHeader {
	ext: FileExtension;
	size: number;
}

/** What a file says. */
export type ReadFile = Omit<Readable, 'cover'> & Said;

/** How its first pages look. */
export interface DrawnFile {
	/** A WebP in base64. */
	picture: string | undefined;
	/** Of a scan: `looksOf` of its first pages, with blanks between them. */
	looks: string | undefined;
}

/** A line that answers: why a file cannot be read, or what it says and then how it looks. */
export type AnswerLine = { refused: string } | { read: ReadFile } | { drawn: DrawnFile };
