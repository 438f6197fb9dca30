/** Names in a PDF that run code or embed another file. */
const ACTIVE = [
	'JavaScript',
	'JS',
	'Launch',
	'EmbeddedFile',
	'EF',
	'XFA',
	'RichMedia',
	'GoToE',
	'Rendition',
] as const;
export type ActiveName = (typeof ACTIVE)[number];

/** The start of a string or dictionary, a comment, a name, a reference, or another word. */
const TOKEN = /\(|<<|>>|[[\]]|<[^<>]*>|%[^\r\n]*|\/[^\s()<>[\]{}/%]*|\d+\s+\d+\s+R\b|[\w+.*'"-]+/g;
const STRING = '(';
const REFERENCE = 'R';

const endOfString = (text: string, at: number) => {
	let depth = 1;
	let end = at;
	for (; end < text.length && depth > 0; end++) {
		const sign = text[end];
		if (sign === '\\') end++;
		else if (sign === '(') depth++;
		else if (sign === ')') depth--;
	}
	return end;
};

/** A dictionary or array that is being read. */
interface Frame {
	isDictionary: boolean;
	/** Its key in the dictionary around it. */
	under: string | undefined;
	key: string | undefined;
	entries: Map<string, string>;
	isEmpty: boolean;
}

/** Names that the author of a document chooses freely are the keys of these dictionaries. */
const NAMED_BY_AUTHORS = /^(?:Font|XObject|ColorSpace|ExtGState|Pattern|Shading|Properties|Dests)$/;
/** Values of the type of an action or object that runs code or embeds a file. */
const ACTIVE_TYPES = /^\/(JavaScript|Launch|EmbeddedFile|GoToE|RichMedia|Rendition)$/;

const findActiveType = (value = '') => ACTIVE_TYPES.exec(value)?.[1] as ActiveName | undefined;

const findActiveEntry = ({ entries, under = '' }: Frame): ActiveName | undefined => {
	for (const key of ['S', 'Type', 'Subtype']) {
		const active = findActiveType(entries.get(key));
		if (active) return active;
	}
	if (NAMED_BY_AUTHORS.test(under)) return undefined;
	const script = entries.get('JS');
	// Without a type of action, a reference is an entry of a resource dictionary, such as a font.
	if (script === STRING || (script === REFERENCE && entries.has('S'))) return 'JS';
	if (['<<', REFERENCE].includes(entries.get('EF') ?? '')) return 'EF';
	return ['null', '[]'].includes(entries.get('XFA') ?? 'null') ? undefined : 'XFA';
};

/** Reads the values of an object into frames; `put`, `open` and `close` return an active name that they complete. */
const startReading = () => {
	const frames: Frame[] = [];
	const put = (value: string) => {
		const frame = frames.at(-1);
		// An object that is only a name, for a type by reference.
		if (!frame) return findActiveType(value);
		frame.isEmpty = false;
		if (frame.key === undefined) frame.key = value.slice(1);
		else {
			frame.entries.set(frame.key, value);
			frame.key = undefined;
		}
		return undefined;
	};
	const open = (isDictionary: boolean) => {
		const under = frames.at(-1)?.key;
		frames.push({ isDictionary, under, key: undefined, entries: new Map(), isEmpty: true });
		return undefined;
	};
	const close = () => {
		const frame = frames.pop();
		if (!frame?.isDictionary) return put(frame?.isEmpty ? '[]' : '[');
		return findActiveEntry(frame) ?? put('<<');
	};
	/** Takes the next token. */
	const take = (token: string) => {
		if (token === '<<' || token === '[') return open(token === '<<');
		if (token === '>>' || token === ']') return close();
		if (token.startsWith('<')) return put(STRING);
		return put(/\sR$/.test(token) ? REFERENCE : token);
	};
	return { take, isOutside: () => frames.length === 0 };
};

/** Returns the first active name of an object: the type of an action, or an entry with code or a file. */
export const findActiveName = (text: string): ActiveName | undefined => {
	const { take, isOutside } = startReading();
	TOKEN.lastIndex = 0;
	for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
		const [token] = found;
		if (token === 'stream' && isOutside()) return undefined;
		if (token.startsWith('%')) continue;
		if (token === STRING) TOKEN.lastIndex = endOfString(text, TOKEN.lastIndex);
		const active = take(token);
		if (active) return active;
	}
	return undefined;
};
