import { type FileExtension, fileTypes } from '#shared/contract/file-types.ts';
import { AppError } from '../../errors.ts';
import type { ByteSource } from '../store.ts';
import { inspectOffice } from './office.ts';
import { inspectOle } from './ole.ts';
import { inspectPdf } from './pdf.ts';
import { Malformed } from './refusals.ts';

const formats: Record<
	FileExtension,
	{ noun: string; inspect: (bytes: ByteSource) => Promise<void> }
> = {
	pdf: { noun: 'PDF', inspect: inspectPdf },
	doc: { noun: 'Word document', inspect: (bytes) => inspectOle(bytes, 'WordDocument') },
	docx: { noun: 'Word document', inspect: (bytes) => inspectOffice(bytes, 'word/document') },
	ppt: { noun: 'PowerPoint file', inspect: (bytes) => inspectOle(bytes, 'PowerPoint Document') },
	pptx: { noun: 'PowerPoint file', inspect: (bytes) => inspectOffice(bytes, 'ppt/presentation') },
};

/** Returns the extension of a name; throws `unsupported_type` for one that may not be uploaded. */
export const extensionOf = (name: string): FileExtension => {
	const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
	if (!Object.hasOwn(fileTypes, ending))
		throw new AppError(
			'unsupported_type',
			'Only .pdf, .doc, .docx, .ppt and .pptx files can be uploaded.',
		);
	return ending as FileExtension;
};

let last: Promise<unknown> = Promise.resolve();

/** Runs one inspection after the other: each holds a whole file in memory. */
const inTurn = (work: () => Promise<void>) => {
	const mine = last.then(work);
	last = mine.catch(() => {});
	return mine;
};

/** Rejects with `unsupported_type` where a file is not of its extension, and with `invalid` where it could harm its reader. */
export const inspect = async (bytes: ByteSource, extension: FileExtension): Promise<void> => {
	if (bytes.size === 0) throw new AppError('unsupported_type', 'This file is empty.');
	const { noun, inspect } = formats[extension];
	try {
		await inTurn(() => inspect(bytes));
	} catch (cause) {
		if (!(cause instanceof Malformed)) throw cause;
		throw new AppError(
			'unsupported_type',
			`This file is damaged, or is not a ${noun} (.${extension}). Open it, save it again and upload that.`,
			{ cause },
		);
	}
};
