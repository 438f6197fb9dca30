import { invalid } from '../../errors.ts';
import { tooComplex } from './refusals.ts';

/** Names by which a PDF acts by itself or carries other files, and what a person calls them. */
const refused = {
	JavaScript: 'JavaScript',
	Rendition: 'JavaScript',
	Launch: 'a command that starts a program',
	EmbeddedFile: 'an attached file',
	EmbeddedFiles: 'an attached file',
	GoToE: 'an attached file',
	RichMedia: 'a film or a program',
};

const REFERENCE = '\\d{1,10}[\\0\\s]{1,8}\\d{1,10}[\\0\\s]{1,8}R';
/** So short a name stands in a picture by chance; it counts outside of streams, before such a value. */
const short = {
	JS: { means: 'JavaScript', value: `\\(|<[\\dA-Fa-f<]|%|${REFERENCE}` },
	XFA: { means: 'a form with programs', value: `\\[|%|${REFERENCE}` },
	EF: { means: 'an attached file', value: `<<|%|${REFERENCE}` },
};

/** What leads to the objects that are packed, and to what they are encrypted with. */
const marks = {
	ObjStm: '',
	First: '',
	Standard: '',
	Encrypt: `(?=[\\0\\s]{0,8}(?:<<|%|\\d))`,
	ID: `(?=[\\0\\s]{0,8}\\[)`,
};
export type Mark = keyof typeof marks;

/** Any letter of a name may stand as `#` and its hexadecimal code (ISO 32000-1, 7.3.5). */
const spellings = (name: string) =>
	[...name]
		.map((letter) => {
			const code = letter.charCodeAt(0).toString(16);
			return `(?:${letter}|#${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
		})
		.join('');

const END = '(?=[\\0\\s()<>[\\]{}/%])';
const acting = [
	...Object.keys(refused).map((name) => spellings(name) + END),
	...Object.entries(short).map(
		([name, { value }]) => `${spellings(name)}(?=[\\0\\s]{0,8}(?:${value}))`,
	),
];
const leading = Object.entries(marks).map(([name, ahead]) => spellings(name) + END + ahead);
// What comes before is looked for behind: the engine then skips to the rare letters by itself.
const anyActing = new RegExp(`(?<=/)(?:${acting.join('|')})`, 'g');
const anything = new RegExp(
	`(?<=/)(${[...acting, ...leading].join('|')})|(?<=>>[\\0\\s]{0,16})(stream)(?=[\\0\\s])|(endstream|obj(?=[\\0\\s]{0,16}(?:<<|%)))`,
	'g',
);

const plain = (name: string) =>
	name.replace(/#(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const refuse = (name: string) => {
	const meaning = refused[name as keyof typeof refused] ?? short[name as keyof typeof short].means;
	return invalid('file', `This PDF contains ${meaning}, which cannot be uploaded.`);
};

/** Refuses objects that act by themselves or carry other files. */
export const refuseActing = (objects: string) => {
	const found = `${objects} `.match(anyActing)?.[0];
	if (found) throw refuse(plain(found));
};

/** More than any name that is looked for and what follows it, all its letters written as `#xx`. */
const AHEAD = 128;
/** More than what is looked at before a name. */
const BEHIND = 32;
/** Far more than a document of thousands of pages has. */
const MAX_MARKS = 60_000;

/** Where in a file each of the marks stands, as it is written: its slash. */
export type Places = Record<Mark, number[]>;

/**
 * Looks through all bytes of a PDF, its streams as well, for what makes it act; hand it one chunk after
 * the other. Refuses at once, and notes the marks.
 */
export const nameScanner = () => {
	const places: Places = { ObjStm: [], First: [], Standard: [], Encrypt: [], ID: [] };
	let text = '';
	/** Of the text in the file, and of what is new in the text. */
	let offset = 0;
	let from = 0;
	let noted = 0;
	let inStream = false;

	const meet = (name: string, position: number) => {
		if (Object.hasOwn(marks, name)) {
			if (++noted > MAX_MARKS) throw tooComplex();
			places[name as Mark].push(position);
		} else if (!(inStream && Object.hasOwn(short, name))) throw refuse(name);
	};

	const scan = (chunk: Buffer, last: boolean) => {
		text += chunk.toString('latin1');
		const until = last ? text.length : Math.max(from, text.length - AHEAD);
		anything.lastIndex = from;
		for (let found = anything.exec(text); found; found = anything.exec(text)) {
			if (found.index >= until) break;
			if (found[1]) meet(plain(found[1]), offset + found.index - 1);
			else inStream = found[2] !== undefined;
		}
		const done = Math.max(0, until - BEHIND);
		text = text.slice(done);
		offset += done;
		from = until - done;
	};
	return { scan, places };
};
