import { type FileExtension, fileTypes } from '#shared/contract/file-types.ts';
import { AppError } from '../../errors.ts';
import type { ByteSource } from '../store.ts';
import { inspectOle } from './ole.ts';
import { inspectOoxml } from './ooxml.ts';
import { inspectPdf } from './pdf.ts';
import { Malformed } from './refusals.ts';

const formats: Record<
	FileExtension,
	{ noun: string; inspect: (bytes: ByteSource) => Promise<void> }
> = {
	pdf: { noun: 'PDF', inspect: inspectPdf },
	doc: { noun: 'Word document', inspect: (bytes) => inspectOle(bytes, 'WordDocument') },
	docx: { noun: 'Word document', inspect: (bytes) => inspectOoxml(bytes, 'word/document') },
	ppt: { noun: 'PowerPoint file', inspect: (bytes) => inspectOle(bytes, 'PowerPoint Document') },
	pptx: { noun: 'PowerPoint file', inspect: (bytes) => inspectOoxml(bytes, 'ppt/presentation') },
};

/** The ending of a name, when it is one of those that may be uploaded; otherwise `unsupported_type`. */
export const extensionOf = (name: string): FileExtension => {
	const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
	if (!Object.hasOwn(fileTypes, ending))
		throw new AppError(
			'unsupported_type',
			'Only .pdf, .doc, .docx, .ppt and .pptx files can be uploaded.',
		);
	return ending as FileExtension;
};

/**
 * Checks that bytes are what their ending says. Rejects with `unsupported_type` when they are not,
 * and with `invalid` when they are but could harm who opens them. What the sender calls their type
 * plays no part. Time and memory are bounded, whatever the bytes are.
 */
export const inspect = async (bytes: ByteSource, extension: FileExtension): Promise<void> => {
	if (bytes.size === 0) throw new AppError('unsupported_type', 'This file is empty.');
	const format = formats[extension];
	try {
		await format.inspect(bytes);
	} catch (cause) {
		if (!(cause instanceof Malformed)) throw cause;
		const message = `This file says it is a ${format.noun} but is not one.`;
		throw new AppError('unsupported_type', message, { cause });
	}
};
