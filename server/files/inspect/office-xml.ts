import { embeds, loadsRemoteParts, startsPrograms, unsafe } from './refusals.ts';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text that an attribute or an element stands for (XML 1.0, 4.6 and 4.1). */
export const decoded = (text: string) =>
	text.replace(/&(?:#x([\dA-Fa-f]{1,6})|#(\d{1,7})|(\w+));/g, (whole, hex, decimal, name) => {
		if (name) return ENTITIES[name] ?? whole;
		const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
		return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});

/** What stands for nothing or, the last, for its own text. */
const WRAPPED = /<!--|<\?|<!\[CDATA\[/g;
const ENDS: Record<string, string> = { '<!--': '-->', '<?': '?>', '<![CDATA[': ']]>' };

/** XML without comments and instructions, and with the text of CDATA escaped. */
const unwrapped = (xml: string) => {
	let plain = '';
	let at = 0;
	WRAPPED.lastIndex = 0;
	for (let found = WRAPPED.exec(xml); found; found = WRAPPED.exec(xml)) {
		const ending = ENDS[found[0]] as string;
		const end = xml.indexOf(ending, WRAPPED.lastIndex);
		if (end < 0) throw unsafe();
		plain += xml.slice(at, found.index);
		if (ending === ']]>')
			plain += xml.slice(WRAPPED.lastIndex, end).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
		at = end + ending.length;
		WRAPPED.lastIndex = at;
	}
	return plain + xml.slice(at);
};

const QUOTED = `"[^"<]*"|'[^'<]*'`;
/** Elements by which another file or a control is embedded, in documents and in presentations. */
const EMBEDDING = /<(?:[\w.-]+:)?(?:OLEObject|oleObj|altChunk|control)[\s/>]/;
const PROGRAM = /=\s*["']ppaction:\/\/(?:program|macro|ole)/i;
const INSIDE = `(?:[^<>"']|${QUOTED})*?`;
const SIMPLE = new RegExp(`<(?:[\\w.-]+:)?fldSimple\\s${INSIDE}instr\\s*=\\s*(${QUOTED})`, 'g');
/** The begin, the middle and the end of a field, and a piece of its code. */
const FIELD = new RegExp(
	`<(?:[\\w.-]+:)?fldChar\\s${INSIDE}fldCharType\\s*=\\s*["'](begin|separate|end)["']|<(?:[\\w.-]+:)?(?:instrText|delInstrText)(?:\\s${INSIDE})?>([^<]*)`,
	'g',
);

/** Of private use, so that no text has them. */
const MARKS: Record<string, string> = { begin: '\ue013', separate: '\ue014', end: '\ue015' };

/** The codes of all fields in one text, each between two marks, however many pieces they come in. */
const fieldCodes = (xml: string) => {
	let codes = '';
	for (const [, mark, text = ''] of xml.matchAll(FIELD))
		codes += mark ? MARKS[mark] : decoded(text);
	for (const [, quoted = ''] of xml.matchAll(SIMPLE))
		codes += `\ue013${decoded(quoted.slice(1, -1))}\ue015`;
	return codes.replace(/\s+/g, ' ');
};

/** Starts a program, or tells one what to do, as soon as fields are brought up to date. */
const DYNAMIC_DATA = /\ue013 ?"? ?DDE(?:AUTO)?\b/i;
/** A field whose very name comes from another field: how the one above is hidden. */
const COMPUTED = /\ue013 ?"? ?\ue013/;
/** A picture that is fetched whenever the document opens, as it is not kept in it. */
const FETCHED = /\ue013 ?INCLUDEPICTURE\b[^\ue013-\ue015]*\\d\b/i;
/** Text and tables out of another file. */
const INCLUDED = /\ue013 ?(?:INCLUDETEXT|INCLUDE|IMPORT|DATABASE|LINK)\b/i;

const ENCODED =
	/<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["'](?!utf-?8|us-ascii|iso-8859-1|windows-1252)/i;

/** Whether XML is in another encoding or has entities of its own, as no office program writes it. */
export const isUnreadable = (xml: string) =>
	xml.includes('\0') || /<!ENTITY|<!DOCTYPE[^<>]*\[/i.test(xml) || ENCODED.test(xml);

/**
 * Refuses a part of an Office file by which something else than the document comes with it or is
 * started: other files and controls within it, fields of DDE, pictures and texts from elsewhere, and
 * clicks that start a program (ECMA-376 part 1, 17.16, 17.3.3, 17.17.2, 19.3.2).
 */
export const refuseActiveXml = (part: string) => {
	if (isUnreadable(part)) throw unsafe();
	const xml = unwrapped(part);
	if (EMBEDDING.test(xml)) throw embeds();
	if (PROGRAM.test(xml)) throw startsPrograms();
	const codes = fieldCodes(xml);
	if (DYNAMIC_DATA.test(codes) || COMPUTED.test(codes)) throw startsPrograms();
	if (FETCHED.test(codes) || INCLUDED.test(codes)) throw loadsRemoteParts();
};
