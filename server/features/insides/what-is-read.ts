import type { Readable } from '../../files/reading/read.ts';
import { fingerprintOf } from '../../files/reading/shingles.ts';
import { readCover } from '../../papers/read-cover.ts';

/** The first pages of papers have these in common, and would all look alike by them. */
const COVER_WORDS = new Set(
	`all allowed and answer any are ascertain at booklet booklets calculator candidate candidates certificate check
	consists council course craft date diploma drawing each english equal equals ensure examination examinations
	figures following for have hour hours in index indicated instruments instructions kenya knec mark marks
	mathematical maximum minutes missing module name national no non number of on only out page pages paper part
	parts printed programmable provided question questions scientific section sections separate series should show
	shown signature space spaces tables technical that the this time to total turn two use used with write you
	your`.split(/\s+/),
);

/** What the text of a file says of it. */
export type Said = ReturnType<typeof readCover> & { words: string | undefined };

/** What the pages of a file say: what stands on its cover, and a fingerprint of all words. */
export const readTexts = ({ texts, cover }: Pick<Readable, 'texts' | 'cover'>): Said => ({
	...readCover(cover),
	words: fingerprintOf(texts.join(' '), COVER_WORDS),
});
