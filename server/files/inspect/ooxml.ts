import type { ByteSource } from '../store.ts';
import { decoded, refuseActiveXml } from './office-xml.ts';
import { refuseLockedPackage } from './ole.ts';
import { hasMacros, Malformed, tooComplex } from './refusals.ts';
import { refuseRelations } from './relationships.ts';
import { readZip, refuseBombs } from './zip.ts';

const TYPES = '[content_types].xml';
/** Office numbers its main part now and then: `word/document2.xml`. */
const MAIN = /^(word\/document|ppt\/presentation|xl\/workbook)\d*\.(?:xml|bin)$/;
const MACROS = /(^|\/)vbaproject\.bin$/;
/** What the list of types calls them, whatever the part is named. */
const MACRO_TYPES = /macroEnabled|ms-office\.vbaProject/i;
/** For all XML together; that of a document with hundreds of pages and many formulas is a third of it. */
const MAX_XML = 32 * 1024 ** 2;
/** How XML begins, also in encodings that are refused, whatever its part is named. */
const XML = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\0\s]*</;

/** The text of a part when it is XML; the others are only unpacked, so that their sizes are true. */
const readXml = async (content: AsyncIterable<Buffer>, left: number) => {
	const pieces: Buffer[] = [];
	let size = 0;
	let isXml: boolean | undefined;
	for await (const piece of content) {
		isXml ??= XML.test(piece.toString('latin1', 0, 1_000));
		if (!isXml) continue;
		size += piece.length;
		if (size > left) throw tooComplex();
		pieces.push(Buffer.from(piece));
	}
	return Buffer.concat(pieces).toString('latin1');
};

/**
 * A document of Office 2007 and later: a zip file with the main part of its kind, such as
 * `word/document`, and no other kind's; that does not swell when it is opened, has no macros, fetches
 * nothing from elsewhere, and has no other files, controls or programs in it.
 */
export const inspectOoxml = async (bytes: ByteSource, main: string) => {
	await refuseLockedPackage(bytes);
	const { entries, contentOf } = await readZip(bytes);
	refuseBombs(entries);

	const parts = entries.map((entry) => ({ name: entry.fileName.toLowerCase(), entry }));
	const mains = new Set(parts.flatMap(({ name }) => MAIN.exec(name)?.[1] ?? []));
	if (!parts.some(({ name }) => name === TYPES) || mains.size !== 1 || !mains.has(main))
		throw new Malformed();
	if (parts.some(({ name }) => MACROS.test(name))) throw hasMacros();

	let left = MAX_XML;
	for (const { name, entry } of parts) {
		const xml = await readXml(contentOf(entry), left);
		left -= xml.length;
		if (name === TYPES && MACRO_TYPES.test(decoded(xml))) throw hasMacros();
		if (name.endsWith('.rels')) refuseRelations(xml, name);
		else refuseActiveXml(xml);
	}
};
