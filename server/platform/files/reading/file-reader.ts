import type { Inspected } from './inspect-pdf.ts';
import type { AnswerLine, FileHeader, ReadFile, ScannedAnswer } from './process.ts';
import { type Failure, openReader, type Reader } from './reader.ts';

/** The result for one file: `refused` is final. */
type Result =
	| { end: 'read'; file: ReadFile; picture: string | undefined }
	| { end: 'inspected'; inspected: Inspected }
	| ({ end: 'scanned' } & ScannedAnswer)
	| { end: 'refused'; why: string };

export type Outcome = Result | Failure;
export type FileReader = Reader<FileHeader, Result>;

const collect = async (lines: AsyncIterable<AnswerLine>): Promise<Result | undefined> => {
	let file: ReadFile | undefined;
	for await (const line of lines) {
		if ('refused' in line) return { end: 'refused', why: line.refused };
		if ('inspected' in line) return { end: 'inspected', inspected: line.inspected };
		if ('scanned' in line) return { end: 'scanned', ...line };
		if ('drawn' in line && file) return { end: 'read', file, picture: line.picture };
		if ('read' in line) file = line.read;
	}
	// A picture that cannot be drawn does not discard the text.
	return file && { end: 'read', file, picture: undefined };
};

interface FileReaderOptions {
	/** Path of a program that calls `serveFiles`. */
	program: string;
	readingMs?: number;
	priority?: number;
	/** Limit of all memory, which ends the process. */
	memoryMb?: number;
	idleMs?: number;
}

/** Opens a reader of uploaded files. */
export const openFileReader = (options: FileReaderOptions): FileReader =>
	openReader({ ...options, collect });
