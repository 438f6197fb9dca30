import type { Series } from '#shared/contract/content/exam-sets.ts';
import type { Inside } from '#shared/contract/content/insides.ts';
import type { PaperKind } from '#shared/contract/content/past-papers.ts';
import { extract, GAP, listDistinct, NAMES_SCHOOL, normalizeSlashes, takeCodes } from './codes.ts';
import { takeDates } from './dates.ts';
import { tidyTitle } from './title.ts';

export interface Doubt {
	about: 'year' | 'series' | 'kind';
	values: string[];
	/** Source of both values: the name, the folder, or one of each. */
	where: 'name' | 'folder' | 'both';
}

type Origin = 'name' | 'folder';

/** Facts in the path of a file. */
export interface PaperFacts {
	codes: string[];
	/** Four-digit course numbers, those in codes first. Hints only: papers are not matched by them. */
	courseCodes: string[];
	title: string | null;
	year: number | null;
	series: Series | null;
	/** `1` of Paper 1, `2` of 1807/301/2, `A` of Part A. */
	part: string | null;
	kind: PaperKind | null;
	folders: string[];
	from: Partial<Record<'codes' | 'title' | 'year' | 'series' | 'kind', Origin>>;
	doubts: Doubt[];
}

/** Facts on the first page of a paper. */
export type CoverFacts = Pick<
	Inside,
	'codes' | 'title' | 'year' | 'series' | 'kind' | 'stated_pages' | 'stated_questions'
>;

/** In order of precedence: a scheme of work is not a marking scheme. */
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

const takeKinds = (text: string) => {
	let rest = text;
	const kinds: PaperKind[] = [];
	for (const [kind, pattern] of KINDS) {
		const match = extract(rest, pattern);
		rest = match.rest;
		if (match.found.length > 0) kinds.push(kind);
	}
	return { kinds: listDistinct(kinds), rest };
};

const MOST = 1_000;
const EXTENSION = /(?:\.(?:pdf|docx?|pptx?|jpe?g|png|zip))+\s*$/i;
/** Dates, and names that phones and scanners give to pictures: the time of the scan, not of the paper. */
const STAMPS = [
	/whatsapp (?:image|document|scan)s? \d{4}-\d\d-\d\d(?: at \d{1,2}[.:]\d\d[.:]\d\d)?(?: ?[ap]m)?/gi,
	/(?:img|doc|vid|scan|pxl|document|photo|image|screenshot)[-_ ]?\d{8}(?:[-_ ](?:wa)?\d+){0,3}/gi,
	/(?:camscanner|new ?doc|adobe scan|scan|scanned) (?:\d\d-\d\d-\d{4}|\d{1,2} [a-z]{3,9},? \d{4}|[a-z]{3,9} \d{1,2},? \d{4})(?: \d\d[.:]\d\d(?:[.:]\d\d)?)?/gi,
	/(?<!\d)(?:19|20)\d\d[-_.](?:0?[1-9]|1[0-2])[-_.](?:0?[1-9]|[12]\d|3[01])(?!\d)/g,
	/(?<!\d)(?:0?[1-9]|[12]\d|3[01])[-_.](?:0?[1-9]|1[0-2])[-_.](?:19|20)\d\d(?!\d)/g,
	/(?<!\d)(?:\d{8}[-_]\d{4,6}|\d{8,})(?!\d)/g,
];
const SITES = /(?<![a-z0-9])(?:[a-z0-9-]{2,40}\.){1,3}(?:com|org|net|info|pub|ke)(?![a-z])/gi;
/** Needs a word such as Paper or Part: single letters elsewhere are parts of words. */
const PART = /\b(?:paper|pp|part|section)[ .-]{0,2}(\d|i{1,3}|iv|[a-c])\b|\bp([1-4])\b/gi;
const ROMAN: Readonly<Record<string, string>> = { i: '1', ii: '2', iii: '3', iv: '4' };

/** Windows adds this to the name of a document that is printed to PDF. */
const PRINTED = /^\s*microsoft[ _](?:word|powerpoint)[ _]*[-\u2013\u2014][ _]*/i;
/** `2023_07`: a dot is kept, while other separators become spaces. */
const YEAR_AND_MONTH =
	/(?<![\d.-])(?:(?:19|20)\d\d[_-](?:0[37]|11)|(?:0[37]|11)[_-](?:19|20)\d\d)(?!\d)/g;

const readStep = (step: string, isSchool = false) => {
	let text = step.replace(PRINTED, '');
	for (const stamp of STAMPS) text = text.replace(stamp, GAP);
	const { codes, courses, bare, part, rest } = takeCodes(text.replace(SITES, GAP), isSchool);
	const plain = rest
		.replace(YEAR_AND_MONTH, (pair) => pair.replace(/[_-]/, '.'))
		.replace(/\s/.test(step.trim()) ? /[_+]+/g : /[_+-]+/g, ' ')
		.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
		.replace(/ {2,}/g, ' ');
	const kinds = takeKinds(plain);
	const parts = [...kinds.rest.matchAll(PART)].map(([, a, b]) => (a ?? b ?? '').toLowerCase());
	const dates = takeDates(kinds.rest.replace(PART, GAP));
	return {
		codes,
		courses,
		bare,
		part: part ?? (parts[0] && (ROMAN[parts[0]] ?? parts[0].toUpperCase())) ?? null,
		kinds: kinds.kinds,
		years: dates.years,
		series: dates.series,
		title: tidyTitle(dates.rest),
	};
};
type Step = ReturnType<typeof readStep>;

const pickAgreed = <T extends string | number>(
	about: Doubt['about'],
	name: readonly T[],
	folder: readonly T[],
	doubts: Doubt[],
): { value: T | null; from: Origin | undefined } => {
	const doubt = (where: Doubt['where'], values: readonly T[]) => {
		doubts.push({ about, values: values.map(String), where });
		return { value: null, from: undefined };
	};
	if (name.length > 1) return doubt('name', name);
	const [own] = name;
	const [above] = folder;
	if (own !== undefined) {
		if (folder.length === 1 && above !== own) return doubt('both', [own, above as T]);
		return { value: own, from: 'name' };
	}
	if (folder.length > 1) return doubt('folder', folder);
	return { value: above ?? null, from: above === undefined ? undefined : 'folder' };
};

const findNearest = <T>(folders: readonly Step[], of: (step: Step) => readonly T[]): readonly T[] =>
	folders.map(of).find((values) => values.length > 0) ?? [];

/** Returns the kinds of a name. `paper` with `marking_scheme` stays ambiguous; `paper` with `other` is dropped. */
const listKinds = ({ kinds }: Step) =>
	kinds.includes('other') && kinds.length > 1 ? kinds.filter((kind) => kind !== 'paper') : kinds;

/**
 * Reads facts from the path of a paper such as `2023 July/2705-301-ELECTRICAL PRINCIPLES.pdf`. Never fails; ambiguity
 * is a doubt.
 */
export const readName = (path: string): PaperFacts => {
	// Before NFKC, which converts U+FF0F to a slash and so to a folder.
	const plainPath = normalizeSlashes(path.slice(-MOST))
		.normalize('NFKC')
		.slice(-MOST)
		.replace(/%20/g, ' ');
	// Codes of CDACC have slashes, which file names cannot contain; in a path, the parts are one name.
	const inOne = takeCodes(plainPath.replace(/\\/g, '/'));
	const isSchool = NAMES_SCHOOL.test(plainPath);
	const cdacc = inOne.codes.filter((code) => /\/(?:CU|OS)\//.test(code));
	const steps = (cdacc.length > 0 ? inOne.rest : plainPath)
		.split(/[/\\]+/)
		.filter((step) => step.trim() !== '')
		.map((step, at, { length }) =>
			readStep(at === length - 1 ? step.replace(EXTENSION, '') : step, isSchool),
		);
	const name = steps.at(-1) ?? readStep('');
	const folders = steps.slice(0, -1).reverse();
	const doubts: Doubt[] = [];
	const year = pickAgreed(
		'year',
		name.years,
		findNearest(folders, (step) => step.years),
		doubts,
	);
	const series = pickAgreed(
		'series',
		name.series,
		findNearest(folders, (step) => step.series),
		doubts,
	);
	const kinds = listKinds(name);
	const kind =
		kinds.length > 0
			? pickAgreed('kind', kinds, [], doubts)
			: pickAgreed('kind', [], findNearest(folders, listKinds), doubts);
	const singles = name.bare.filter((course) => /^[13]/.test(course));
	const own = [...cdacc, ...(name.codes.length > 0 ? name.codes : singles)];
	const codes = own.length > 0 ? own : findNearest(folders, (step) => step.codes);
	const titles = folders.flatMap(({ title }) => title ?? []);
	const from: PaperFacts['from'] = {
		...(codes.length > 0 && { codes: own.length > 0 ? 'name' : 'folder' }),
		...(name.title !== null && { title: 'name' }),
		...(year.from && { year: year.from }),
		...(series.from && { series: series.from }),
		...(kind.from && { kind: kind.from }),
	};
	return {
		codes: listDistinct(codes),
		courseCodes: listDistinct(
			[name, ...folders]
				.flatMap((step) => [...step.courses, ...step.bare])
				.concat(codes.flatMap((code) => /^\d{4}(?=\/)/.exec(code)?.[0] ?? [])),
		),
		title: name.title,
		year: year.value,
		series: series.value,
		part: name.part,
		kind: kind.value,
		folders: titles,
		from,
		doubts,
	};
};
