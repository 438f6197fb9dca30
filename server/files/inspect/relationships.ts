import { loadsRemoteParts } from './refusals.ts';

/** Kinds of relation that may lead outside: a reader follows them on a click, or shows what is there. */
const HARMLESS = /\/(hyperlink|image|audio|video|media)$/i;
/** A place on the author's own machine, such as the template that the document was made from. */
const LOCAL = /^file:\/\/\/[a-z]:[\\/]/i;

const QUOTED = `"[^"<]*"|'[^'<]*'`;
const RELATION = new RegExp(`<(?:[\\w.-]+:)?Relationship\\s(?:[^<>"']|${QUOTED})*`, 'g');
const ATTRIBUTE = new RegExp(`([\\w:]+)\\s*=\\s*(${QUOTED})`, 'g');

const attributesOf = (tag: string) => {
	const found = new Map<string, string>();
	for (const [, name = '', quoted = ''] of tag.matchAll(ATTRIBUTE))
		found.set(name, quoted.slice(1, -1));
	return (name: string) => found.get(name) ?? '';
};

const isRemote = (tag: string) => {
	const value = attributesOf(tag);
	return (
		!['', 'Internal'].includes(value('TargetMode')) &&
		!HARMLESS.test(value('Type')) &&
		!LOCAL.test(value('Target'))
	);
};

/**
 * Refuses the relations (ECMA-376 part 2, 9.3) by which an Office file fetches something from
 * elsewhere as soon as it is opened: templates, linked objects, frames. Links to click and pictures
 * may lead anywhere. A list in another encoding or with entities of its own is refused as well:
 * no office program writes one, and it could not be read here.
 */
export const refuseRemoteParts = (xml: string) => {
	const unreadable = xml.includes('\0') || /<!(?:DOCTYPE|ENTITY)/i.test(xml);
	if (unreadable || xml.match(RELATION)?.some(isRemote)) throw loadsRemoteParts();
};
