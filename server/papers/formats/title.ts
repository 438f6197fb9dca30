const NOISE =
	/\b(?:knec|tvet|cdacc|kcse|kenya national examinations? council|past|papers?|exam(?:s|ination|inations)?|series|diet|final|copy(?: of)?|pdf free|downloads?|downloaded|pdf|docx?|scan(?:ned|s)?|scanner|camscanner|img|images?|photos?|documents?|files?|untitled|new|folder|pages?|compressed|merged|edited|updated|version|v\d|revised|jpe?g|png|whatsapp|desktop|my|module [ivx\d]{1,3}|mod ?\d|stage [ivx\d]{1,3}|level \d|year|\d+ ?hrs?|from|by|www|https?)\b/gi;
/** Words that keep their capitals anywhere in a title. */
const CAPITALS = new Set(
	'II III IV VI VII ICT IT CAD HIV AIDS AC DC PLC GIS HR HRM ECDE CDM SQL HTML PHP TV I'.split(' '),
);
const SMALL = new Set('and of in for the to with a an on or at'.split(' '));

const changeCase = (word: string, at: number) => {
	if (CAPITALS.has(word)) return word;
	const lower = word.toLowerCase();
	if (at > 0 && SMALL.has(lower)) return lower;
	return lower.replace(/^\p{L}|(?<=[-(])\p{L}/gu, (letter) => letter.toUpperCase());
};

/** Formats words as a title: text in only capitals or only small letters gets title case. */
export const toTitleCase = (text: string) => {
	const plain = text.replace(/[^\p{L}\p{N}&'’()+:,.\- ]/gu, ' ');
	const words = plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word) || word === '&');
	const joined = words.join(' ');
	const isMixed = /\p{Lu}/u.test(joined) && /\p{Ll}/u.test(joined);
	return isMixed ? joined : words.map(changeCase).join(' ');
};

/** Returns the title that remains in a text after all facts are removed; null if none remains. */
export const tidyTitle = (text: string): string | null => {
	const plain = text
		.replace(NOISE, ' ')
		.replace(/\(\s*\d*\s*\)|\[[^\]]*\]/g, ' ')
		.replace(/(?:^|[\s;,.-])\d+(?=$|[\s;,.-])/g, ' ');
	const title = toTitleCase(plain.replace(/[;_\s]+/g, ' '))
		.replace(/^(?:[\s,.:&-]|and\b)+|(?:[\s,.:&(-]|\band)+$/gi, '')
		.replace(/\s+-(?=\s)|(?<=\s)-\s+/g, '')
		.replace(/\(\s*\)/g, '')
		.replace(/\s+/g, ' ')
		.slice(0, 200)
		.trim();
	return /\p{L}{3}|\b[A-Z]{2}\b/u.test(title) ? title : null;
};
