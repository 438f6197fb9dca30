import type { ByteSource } from '../store.ts';
import { refuseLockedPackage } from './ole.ts';
import { hasMacros, Malformed } from './refusals.ts';
import { refuseRemoteParts } from './relationships.ts';
import { readZip, refuseBombs } from './zip.ts';

const TYPES = '[content_types].xml';
/** Office numbers its main part now and then: `word/document2.xml`. */
const MAIN = /^(word\/document|ppt\/presentation|xl\/workbook)\d*\.(?:xml|bin)$/;
const MACROS = /(^|\/)vbaproject\.bin$/;
/** What the list of types calls them, whatever the part is named. */
const MACRO_TYPES = /macroEnabled|ms-office\.vbaProject/i;
/** For all that is unpacked here: the list of types and the relations. */
const MAX_READ = 4 * 1024 ** 2;

/**
 * A document of Office 2007 and later: a zip file with the main part of its kind, such as
 * `word/document`, and no other kind's; that does not swell when it is opened, has no macros and
 * fetches nothing from elsewhere.
 */
export const inspectOoxml = async (bytes: ByteSource, main: string) => {
	await refuseLockedPackage(bytes);
	const { entries, contentOf } = await readZip(bytes);
	refuseBombs(entries);

	const parts = entries.map((entry) => ({ name: entry.fileName.toLowerCase(), entry }));
	const mains = new Set(parts.flatMap(({ name }) => MAIN.exec(name)?.[1] ?? []));
	const types = parts.find(({ name }) => name === TYPES);
	if (!types || mains.size !== 1 || !mains.has(main)) throw new Malformed();
	if (parts.some(({ name }) => MACROS.test(name))) throw hasMacros();

	let left = MAX_READ;
	const read = async ({ entry }: (typeof parts)[number]) => {
		const content = await contentOf(entry, left);
		left -= content.length;
		return content.toString('latin1');
	};
	if (MACRO_TYPES.test(await read(types))) throw hasMacros();
	for (const part of parts) if (part.name.endsWith('.rels')) refuseRemoteParts(await read(part));
};
