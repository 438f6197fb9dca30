import { decoded, isUnreadable } from './office-xml.ts';
import { embeds, loadsRemoteParts } from './refusals.ts';

/** What a reader only follows on a click. */
const ON_CLICK = /\/hyperlink$/i;
/** What a reader only fetches when it is played. */
const PLAYED = /\/(?:audio|video|media)$/i;
const WEB = /^https?:/i;
/** What may lie on the author's own machine and is missed by nobody else. */
const MISSED = /\/(?:attachedTemplate|image|audio|video|media)$/i;
const LOCAL = /^file:\/\/\/[a-z]:[\\/]/i;

/** Other files and controls, whatever their parts are named; add-ins are such, too. */
const EMBEDDED =
	/\/(?:oleObject|aFChunk|control|activeXControlBinary|webextension|webextensiontaskpanes|subDocument)$/i;
/** A file of Office within: a chart has its figures in one, which only whoever edits it opens. */
const PACKAGE = /\/package$/i;
const CHART = /^(?:word|ppt)\/charts\/_rels\//;

const QUOTED = `"[^"<]*"|'[^'<]*'`;
const RELATION = new RegExp(`<(?:[\\w.-]+:)?Relationship\\s(?:[^<>"']|${QUOTED})*`, 'g');
const ATTRIBUTE = new RegExp(`([\\w:]+)\\s*=\\s*(${QUOTED})`, 'g');

const attributesOf = (tag: string) => {
	const found = new Map<string, string>();
	for (const [, name = '', quoted = ''] of tag.matchAll(ATTRIBUTE))
		found.set(name, decoded(quoted.slice(1, -1)));
	return (name: string) => found.get(name) ?? '';
};

const refuse = (tag: string, part: string) => {
	const value = attributesOf(tag);
	const type = value('Type');
	const target = value('Target');
	const harmless =
		['', 'Internal'].includes(value('TargetMode')) ||
		ON_CLICK.test(type) ||
		(PLAYED.test(type) && WEB.test(target)) ||
		(MISSED.test(type) && LOCAL.test(target));
	if (!harmless) throw loadsRemoteParts();
	if (EMBEDDED.test(type) || (PACKAGE.test(type) && !CHART.test(part))) throw embeds();
};

/**
 * Refuses the relations (ECMA-376 part 2, 9.3) by which an Office file fetches something from
 * elsewhere as soon as it is opened (templates, linked objects, frames, pictures), or has other files
 * and controls within it. Links to click may lead anywhere. A list in another encoding or with
 * entities of its own is refused as well: no office program writes one, and it could not be read here.
 */
export const refuseRelations = (xml: string, part: string) => {
	if (isUnreadable(xml)) throw loadsRemoteParts();
	for (const tag of xml.match(RELATION) ?? []) refuse(tag, part);
};
