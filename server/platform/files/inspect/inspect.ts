import { type FileExtension, fileTypes } from '#shared/contract/content/files.ts';
import { AppError } from '../../errors.ts';
import { makeTurns } from '../in-turn.ts';
import type { ByteSource } from '../store.ts';
import { inspectOffice, listMainParts } from './office.ts';
import { detectOleKind, inspectOle } from './ole.ts';
import { inspectPdf } from './pdf.ts';
import { Malformed } from './refusals.ts';
import { readZip } from './zip.ts';

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
export const readExtension = (name: string): FileExtension => {
	const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
	if (!Object.hasOwn(fileTypes, ending))
		throw new AppError(
			'unsupported_type',
			'Only .pdf, .doc, .docx, .ppt and .pptx files can be uploaded.',
		);
	return ending as FileExtension;
};

/** A file type by its name in messages, and its extension. */
interface RealType {
	name: string;
	ext: string;
}

/** Types that are detected by their first bytes. */
const signatures: readonly [RegExp, RealType][] = [
	[/^[\s\S]{0,1019}?%PDF-/, { name: 'a PDF', ext: 'pdf' }],
	[/^\{\\rtf/, { name: 'an RTF document', ext: 'rtf' }],
	[/^\x89PNG/, { name: 'a PNG image', ext: 'png' }],
	[/^\xff\xd8\xff/, { name: 'a JPEG image', ext: 'jpg' }],
	[/^GIF8/, { name: 'a GIF image', ext: 'gif' }],
	[/^BM[\s\S]{4}\0\0\0\0/, { name: 'a BMP image', ext: 'bmp' }],
	[/^RIFF[\s\S]{4}WEBP/, { name: 'a WebP image', ext: 'webp' }],
	[/^(?:II\*\0|MM\0\*)/, { name: 'a TIFF image', ext: 'tiff' }],
	[/^[\s\S]{4}ftyp(?:heic|heix|mif1)/, { name: 'an HEIC image', ext: 'heic' }],
	[
		/^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)/i,
		{ name: 'a web page', ext: 'html' },
	],
	[/^(?:\xef\xbb\xbf)?\s*<(?:\?xml[\s\S]{0,500}?<)?svg/i, { name: 'an SVG image', ext: 'svg' }],
];

const officeTypes: Readonly<Record<string, RealType>> = {
	'word/document': { name: 'a Word document', ext: 'docx' },
	'ppt/presentation': { name: 'a PowerPoint file', ext: 'pptx' },
	'xl/workbook': { name: 'an Excel workbook', ext: 'xlsx' },
	WordDocument: { name: 'an old Word document', ext: 'doc' },
	'PowerPoint Document': { name: 'an old PowerPoint file', ext: 'ppt' },
	Workbook: { name: 'an old Excel workbook', ext: 'xls' },
};

/** Returns the real type of a file; undefined if unknown. */
const detectType = async (bytes: ByteSource): Promise<RealType | undefined> => {
	const head = (await bytes.read(0, 2_048)).toString('latin1');
	if (head.startsWith('PK\x03\x04')) {
		const { entries } = await readZip(bytes);
		const mains = [...listMainParts(entries.map(({ fileName }) => fileName))];
		const [main = ''] = mains;
		return officeTypes[mains.length === 1 ? main : ''] ?? { name: 'a ZIP archive', ext: 'zip' };
	}
	if (head.startsWith('\xd0\xcf\x11\xe0')) return officeTypes[(await detectOleKind(bytes)) ?? ''];
	return signatures.find(([signature]) => signature.test(head))?.[1];
};

/** Returns a message that names the real type of a file and the next step. */
const describeMismatch = (real: RealType | undefined, ext: FileExtension) => {
	const { noun } = formats[ext];
	if (!real || real.ext === ext)
		return `This file is damaged, or is not a ${noun} (.${ext}). Open it, save it again and upload that.`;
	const next = Object.hasOwn(fileTypes, real.ext)
		? `Rename it to end in .${real.ext} and upload it again.`
		: 'Open it, save it as PDF and upload that.';
	return `This is ${real.name} (.${real.ext}), not a .${ext} file. ${next}`;
};

const inTurn = makeTurns();

/**
 * Rejects with `unsupported_type` if a file does not match its extension, and with `invalid` if it could harm its
 * reader.
 */
export const inspect = async (bytes: ByteSource, extension: FileExtension): Promise<void> => {
	if (bytes.size === 0) throw new AppError('unsupported_type', 'This file is empty.');
	await inTurn(async () => {
		try {
			await formats[extension].inspect(bytes);
		} catch (cause) {
			if (!(cause instanceof Malformed)) throw cause;
			const real = await detectType(bytes).catch((error) => {
				if (error instanceof Malformed) return undefined;
				throw error;
			});
			throw new AppError('unsupported_type', describeMismatch(real, extension), { cause });
		}
	});
};
