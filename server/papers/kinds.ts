import type { PaperKind } from '#shared/contract/past-papers.ts';
import { once, take } from './take.ts';

/** Tried in this order: a scheme of work is no marking scheme. */
const KINDS: readonly [PaperKind, RegExp][] = [
	[
		'other',
		/\b(?:schemes? of work|syllabus|time ?tables?|notes|learning (?:guide|materials?)|lesson plans?|occupational standards?)\b/gi,
	],
	[
		'marking_scheme',
		/\b(?:(?:suggested |model )?(?:m[ar]{2,3}k\w{0,4})[ -]{0,2}(?:s[che]{2,5}me?s?|guides?|keys?)|m\.?s\b(?! ?(?:word|excel|access|office|power|publisher|project|dos|windows))\.?|memo(?:randum)?s?|(?:suggested |model )?(?:answers?(?! (?:booklet|sheet))|solutions?)(?: (?:key|guide))?|assessors?'?s? (?:guide|tool)|schemes?(?! of))\b/gi,
	],
	[
		'paper',
		/\b(?:question ?papers?|q\.?p\b\.?|past ?papers?|questions?|exam(?:ination)? ?papers?|candidates?'?s? (?:tool|paper))\b/gi,
	],
];

/** What a text says of the kind of what it names, each once, and the text without those words. */
export const takeKinds = (text: string) => {
	let rest = text;
	const kinds: PaperKind[] = [];
	for (const [kind, pattern] of KINDS) {
		const taken = take(rest, pattern);
		rest = taken.rest;
		if (taken.found.length > 0) kinds.push(kind);
	}
	return { kinds: once(kinds), rest };
};
