import { decodeReferences } from '../inspect/office.ts';
import { readZip } from '../inspect/zip.ts';
import type { ByteSource } from '../store.ts';
import { CannotRead, type Readable, toReadable } from './read.ts';

/** Maximum number of bytes of a part's XML; the rest is ignored. */
const PART_BYTES = 16 * 1024 ** 2;
/** Parts with the text, in order: the main part of a document, or one part for each slide. */
const TEXTS = {
	docx: /^word\/document\d*\.xml$/i,
	pptx: /^ppt\/slides\/slide(\d+)\.xml$/i,
} as const;

/** Ends of paragraphs, rows and lines, and tabs separate words; all other tags are within words. */
const PARTING = /<\/(?:\w+:)?(?:p|tr)>|<(?:\w+:)?(?:br|cr|tab)(?:\s[^<>]*)?\/?>/g;
/** Field codes and deleted text, which people do not see. */
const UNSEEN = /<(?:\w+:)?(instrText|delText|delInstrText)(?:\s[^<>]*)?>[^<]*/g;
const PAGE_BREAK =
	/<(?:\w+:)?lastRenderedPageBreak\s*\/>|<(?:\w+:)?br\s[^<>]*type\s*=\s*"page"[^<>]*\/?>/g;

const toPlainText = (xml: string) =>
	decodeReferences(
		xml
			.replace(UNSEEN, '')
			.replace(PARTING, '\n')
			.replace(/<[^<>]*>/g, ''),
	);

const readPart = async (content: AsyncIterable<Buffer>) => {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of content) {
		size += piece.length;
		if (size > PART_BYTES) break;
		pieces.push(Buffer.from(piece));
	}
	return Buffer.concat(pieces).toString('utf8');
};

/** Reads the text of a .docx or .pptx, split at the page breaks that the file has. Fails with {@link CannotRead}. */
export const readOffice = async (bytes: ByteSource, ext: 'docx' | 'pptx'): Promise<Readable> => {
	try {
		const { entries, contentOf } = await readZip(bytes);
		const parts = entries
			.flatMap((entry) => {
				const found = TEXTS[ext].exec(entry.fileName);
				return found ? [{ entry, n: Number(found[1] ?? 0) }] : [];
			})
			.sort((a, b) => a.n - b.n);
		const raw: string[] = [];
		for (const { entry } of parts) {
			const xml = await readPart(contentOf(entry));
			raw.push(...(ext === 'docx' ? xml.split(PAGE_BREAK) : [xml]).map(toPlainText));
		}
		return toReadable(raw, raw.length > 1 || ext === 'pptx' ? raw.length : undefined);
	} catch (cause) {
		throw new CannotRead('It is damaged, or it is not an Office file.', { cause });
	}
};
