import type { PaperKind } from '#shared/contract/content/past-papers.ts';
import { takeCodes } from './codes.ts';
import { takeDates } from './dates.ts';
import type { CoverFacts } from './read-name.ts';
import { toTitleCase } from './title.ts';

/** A cover has some 1,500 characters; later text is questions. */
const MOST = 8_000;
const END =
	/instructions? to (?:the )?candidates?|answer (?:all|any)|turn over|^(?:q|question)? ?1[.)] /im;
const NUMBERS =
	'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
		' ',
	);
const COUNT = String.raw`(\d{1,3}|[a-z]{3,9}(?:[ -]?(?:${NUMBERS.slice(0, 9).join('|')}))?)(?: ?\(\s?\d{1,3}\s?\))?`;
const SAYS =
	'(?:consists?|consisting|comprises?|contains?|has|have|made up)(?: of)?(?: a total of)?';
const PAGES = new RegExp(String.raw`\b${SAYS} ${COUNT} (?:printed )?pages?\b`, 'i');
const QUESTIONS = new RegExp(
	String.raw`\b${SAYS} ${COUNT} (?:compulsory )?questions?\b(?! in (?:section|part))`,
	'i',
);
const SCHEME =
	/\bmarking (?:scheme|guide|key)\b|\bassessor'?s'? (?:guide|tool)\b|\bmodel answers\b/i;
const PAPER =
	/\binstructions? to (?:the )?candidates?\b|\bthis (?:question )?(?:paper|booklet) (?:consists|contains|has)\b|\bprinted pages\b|\bcandidate'?s'? tool\b/i;
/** A month next to a year: the sitting, whatever other years are on the cover. */
const SITTING =
	/(?<![a-z])[a-z]{3,9}\.?(?: ?(?:\/|&|-|–|and) ?[a-z]{3,9}\.?)?,? {0,2}(?:19|20)\d\d(?!\d)/gi;
const COPYRIGHT = /(?:©|\(c\)|copyright)[^\d\n]{0,60}((?:19|20)\d\d)/i;
const OWN_LINE =
	/(?=the kenya national examinations? council|tvet (?:curriculum|cdacc)|technical and vocational|diploma in|craft certificate|certificate in|higher diploma|artisan|module [ivx\d]|instructions to|time ?(?:allowed)?:|this paper consists|(?<!\d)\d{1,2}½? hours)/gi;
/** Lines of a cover that are not titles. */
const NO_TITLE =
	/kenya national|knec|tvet|cdacc|curriculum development|council|qualification code|unit (?:of competency )?code|diploma|certificate|artisan|\bcraft\b|module|\bstage\b|\blevel\b|instructions|hours?\b|minutes|time ?:|duration|index (?:no|number)|signature|\bname\b|\bdate\b|registration|candidate|printed|©|confidential|series|examinations?$|page \d|serial|\boption\)?|marking (?:scheme|guide)|assessor|written|turn over|ministry|republic|college|university/i;

const parseNumber = (text: string | undefined): number | null => {
	if (text === undefined) return null;
	if (/^\d+$/.test(text)) return Number(text);
	const at = NUMBERS.indexOf(text.toLowerCase());
	if (at >= 0) return at + 1;
	const [, tens, ones] = /^(twenty|thirty|forty)[ -]?([a-z]*)$/i.exec(text) ?? [];
	if (tens === undefined) return null;
	return (
		['twenty', 'thirty', 'forty'].indexOf(tens.toLowerCase()) * 10 +
		20 +
		NUMBERS.indexOf(ones?.toLowerCase() ?? '') +
		1
	);
};

const detectKind = (text: string, hasCodes: boolean): PaperKind | null => {
	if (SCHEME.test(text)) return 'marking_scheme';
	return PAPER.test(text) || hasCodes ? 'paper' : null;
};

const findSitting = (head: string, text: string) => {
	const pairs = [...head.matchAll(SITTING)].map(([pair]) => takeDates(pair));
	const sat = pairs.filter(({ series }) => series.length > 0);
	const years = new Set(sat.flatMap((pair) => pair.years));
	const series = new Set(sat.flatMap((pair) => pair.series));
	const [year] = years;
	const [only] = series;
	if (years.size > 0)
		return {
			year: years.size === 1 ? (year ?? null) : null,
			series: series.size === 1 ? (only ?? null) : null,
		};
	const any = takeDates(head);
	const printed = COPYRIGHT.exec(text)?.[1];
	const alone = any.years.length === 1 ? any.years[0] : undefined;
	return {
		year: alone ?? (printed && any.years.length === 0 ? Number(printed) : null),
		series: any.series.length === 1 ? (any.series[0] ?? null) : null,
	};
};

const findTitle = (head: string): string | null => {
	for (const line of head.split('\n')) {
		if (NO_TITLE.test(line)) continue;
		const { rest } = takeDates(takeCodes(line, false).rest);
		const title = toTitleCase(rest.replace(/[;_]+/g, ' '))
			.replace(/^[\s,.:&/()-]+|[\s,.:&/(-]+$/g, '')
			.slice(0, 200)
			.trim();
		if (/\p{L}{3}/u.test(title) && title.split(' ').length <= 14) return title;
	}
	return null;
};

/** Reads the text of a paper's first page. Never fails; facts that are missing or ambiguous are null. */
export const readCover = (text: string): CoverFacts => {
	const cover = text
		.normalize('NFKC')
		.slice(0, MOST)
		.replace(/[^\S\n]+/g, ' ')
		.replace(/\n[\s]*/g, '\n');
	const end = END.exec(cover)?.index ?? cover.length;
	const { codes } = takeCodes(
		cover.slice(0, end === 0 ? cover.length : end).replace(/ ?\/ ?/g, '/'),
		false,
	);
	const head = cover
		.slice(0, end === 0 ? 1_500 : Math.min(end, 1_500))
		.replace(OWN_LINE, '\n')
		.replace(SITTING, (pair) => `\n${pair}\n`)
		.replace(/ ?\/ ?/g, '/');
	const slashed = codes.filter((code) => code.length > 4);
	return {
		codes: slashed,
		title: findTitle(head),
		...findSitting(head, cover),
		kind: detectKind(cover, slashed.length > 0),
		stated_pages: parseNumber(PAGES.exec(cover)?.[1]),
		stated_questions: parseNumber(QUESTIONS.exec(cover)?.[1]),
	};
};
