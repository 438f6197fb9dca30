import type { ByteSource } from '../store.ts';
import { refuseLockedPackage } from './ole.ts';
import {
	hasMacros,
	loadsRemoteParts,
	Malformed,
	refuseTooComplex,
	startsPrograms,
} from './refusals.ts';
import { readZip, refuseBombs } from './zip.ts';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the text of an attribute or an element with its references resolved (XML 1.0, 4.1 and 4.6). */
export const decodeReferences = (text: string) =>
	text.replace(/&(?:#x([\dA-Fa-f]{1,6})|#(\d{1,7})|(\w+));/g, (whole, hex, decimal, name) => {
		if (name) return ENTITIES[name] ?? whole;
		const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
		return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});

const TYPES = '[content_types].xml';
/** Office sometimes numbers its main part: `word/document2.xml`. */
const MAIN = /^(word\/document|ppt\/presentation|xl\/workbook)\d*\.(?:xml|bin)$/;
const MACROS = /(^|\/)vbaproject\.bin$/;
const MACRO_TYPES = /macroEnabled|ms-office\.vbaProject/i;
const MAX_XML = 4 * 1024 ** 2;

/** Parts with fields and clicks, and the limit for all of them: the text of a book has 10 MB. */
const ACTING = /^(?:word|ppt\/slides)\/[^/]+\.xml$/;
const MAX_ACTING_XML = 64 * 1024 ** 2;

const RELATION = /<(?:[\w.-]+:)?Relationship\s[^<]*/g;
const EXTERNAL = /\bTargetMode\s*=\s*["'](?!Internal)/;
/** Parts that are loaded when the file is opened, and may bring macros. */
const LOADED = /\/(?:attachedTemplate|oleObject|frame|subDocument|aFChunk)["']/i;
/** A path on the author's own computer, on Windows or Mac; a network share has a host or backslashes. */
const LOCAL = /\bTarget\s*=\s*["']file:\/\/\/(?![\\/])/i;

const refuseRemoteParts = (xml: string) => {
	// Office programs write neither other encodings nor their own entities.
	if (xml.includes('\0') || /<!ENTITY|<!DOCTYPE[^<>]*\[/i.test(xml)) throw loadsRemoteParts();
	for (const [tag] of decodeReferences(xml).matchAll(RELATION))
		if (EXTERNAL.test(tag) && LOADED.test(tag) && !LOCAL.test(tag)) throw loadsRemoteParts();
};

/** Attributes before the end of a tag; their values may contain `>`. */
const ATTRIBUTES = `(?:[^<>"']|"[^"<]*"|'[^'<]*')*?`;
/** The begin of a field, a piece of its code, or a field in one element (ECMA-376 part 1, 17.16). */
const FIELD = new RegExp(
	[
		`<(?:\\w+:)?(?:fldChar\\s${ATTRIBUTES}fldCharType\\s*=\\s*["'](begin)["']`,
		`instrText(?:\\s${ATTRIBUTES})?>([^<]*)`,
		`fldSimple\\s${ATTRIBUTES}instr\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)'))`,
	].join('|'),
	'g',
);
const DYNAMIC_DATA = /^\s*"?\s*DDE(?:AUTO)?\b/im;
/** A click in a presentation that runs a program or a macro. */
const CLICK = /=\s*["']ppaction:\/\/(?:program|macro)/i;

/** Refuses fields of DDE, also with a code in pieces, and clicks that start a program. */
const refusePrograms = (xml: string) => {
	if (CLICK.test(xml)) throw startsPrograms();
	let codes = '';
	for (const [, begin, piece, double, single] of xml.matchAll(FIELD))
		codes += begin
			? '\n'
			: piece === undefined
				? `\n${decodeReferences(double ?? single ?? '')}\n`
				: decodeReferences(piece);
	if (DYNAMIC_DATA.test(codes)) throw startsPrograms();
};

const readText = async (content: AsyncIterable<Buffer>, left: number) => {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of content) {
		size += piece.length;
		if (size > left) throw refuseTooComplex();
		pieces.push(piece);
	}
	return Buffer.concat(pieces).toString('latin1');
};

/** Returns the main parts of an Office file, such as `word/document`. */
export const listMainParts = (names: readonly string[]) =>
	new Set(names.flatMap((name) => MAIN.exec(name.toLowerCase())?.[1] ?? []));

/**
 * Refuses an Office file with another main part, a password, macros, programs, a remote template or too large contents.
 */
export const inspectOffice = async (bytes: ByteSource, main: string) => {
	await refuseLockedPackage(bytes);
	const { entries, contentOf } = await readZip(bytes);
	refuseBombs(entries);
	const parts = entries.map((entry) => ({ name: entry.fileName.toLowerCase(), entry }));
	const names = parts.map(({ name }) => name);
	const mains = listMainParts(names);
	if (!names.includes(TYPES) || mains.size !== 1 || !mains.has(main)) throw new Malformed();
	if (names.some((name) => MACROS.test(name))) throw hasMacros();
	let left = MAX_XML;
	let leftToAct = MAX_ACTING_XML;
	for (const { name, entry } of parts) {
		if (ACTING.test(name)) {
			const xml = await readText(contentOf(entry), leftToAct);
			leftToAct -= xml.length;
			refusePrograms(xml);
		}
		if (name !== TYPES && !name.endsWith('.rels')) continue;
		const xml = await readText(contentOf(entry), left);
		left -= xml.length;
		if (name !== TYPES) refuseRemoteParts(xml);
		else if (MACRO_TYPES.test(decodeReferences(xml))) throw hasMacros();
	}
};
