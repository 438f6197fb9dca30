/** Replaces removed text, so that the text around it is not joined. */
export const GAP = ' ; ';

/** Returns the matches of a pattern, and the text without them. */
export const extract = (
	text: string,
	pattern: RegExp,
): { found: RegExpMatchArray[]; rest: string } => {
	const found = [...text.matchAll(pattern)];
	return { found, rest: found.length > 0 ? text.replace(pattern, GAP) : text };
};

/** Returns the distinct values, in order. */
export const listDistinct = <T>(values: Iterable<T>): T[] => [...new Set(values)];

/** A KNEC course: craft 1, diploma 2, higher diploma 3, then three digits. Years are excluded. */
const COURSE = String.raw`(?!20[0-4]\d|199\d)[1-3]\d{3}`;
/** `2521/303`, `2521-303`, `2601, 2602, 2603/303`, `2705/301,302`, `1807/301/2`, `2705/301A`. */
const KNEC = new RegExp(
	String.raw`(?<!\d)(${COURSE}(?:(?:[ ,&_+-]| and ){1,5}${COURSE}){0,8}) ?[/_ -] ?([1-4]\d\d)((?: ?(?:,|&|\+| and ) ?[1-4]\d\d(?!\d| ?(?:marks|pages|questions)))*)(?:[/_-]([1-9])(?![\d])|([A-D])(?![A-Za-z]))?(?!\d)`,
	'g',
);
const JOINED = new RegExp(String.raw`(?<!\d)(${COURSE})([1-4]\d\d)(?!\d)`, 'g');
const BARE = new RegExp(String.raw`(?<![\d/])(${COURSE})(?![\d/])`, 'g');
/** Sector / curriculum or standard / occupation / basic, common or core / number / level, and optionally a form. */
const CDACC =
	/(?<![A-Z0-9])([A-Z]{2,6})[/_ .-]{1,3}(CU|OS)[/_ .-]{1,3}([A-Z&]{1,8})[/_ .-]{1,3}(BC|CC|CR)[/_ .-]{1,3}(\d{1,2})[/_ .-]{1,3}(\d)(?:[/_-](M?[A-C]))?(?![A-Z0-9])/gi;
/** Newer codes of CDACC, by the fields of ISCED: `0612 451 07A`. */
const ISCED = /(?<!\d)(0\d{3}|10\d\d)[ _-](\d{3})[ _-](\d\d[A-Z])(?![A-Z0-9])/gi;
const SCHOOL = /(?<![\d/])([1-9]\d\d)[/_ -]([1-3])(?![\d/])/g;
/** Matches the secondary school certificate; without it, such numbers are no codes. */
export const NAMES_SCHOOL = /k\.?c\.?s\.?e/i;

/** Characters that people and systems write instead of a slash; a Mac writes `:`. */
const SIGN = '%2F|[:\u2215\u2044\uFF0F\u2010-\u2015\u2212+]';
const ANY_SIGN = new RegExp(SIGN, 'gi');
const SEP = `(?:${SIGN}|[/_ .-]){1,3}`;
const SIGNED = [
	new RegExp(
		String.raw`(?<!\d)${COURSE} ?(?:${SIGN}) ?[1-4]\d\d(?:(?:${SIGN})[1-9A-D])?(?![\dA-Za-z])`,
		'gi',
	),
	new RegExp(
		String.raw`(?<![A-Z0-9])[A-Z]{2,6}${SEP}(?:CU|OS)${SEP}[A-Z&]{1,8}${SEP}(?:BC|CC|CR)${SEP}\d{1,2}${SEP}\d(?:(?:${SIGN}|[/_-])M?[A-C])?(?![A-Z0-9])`,
		'gi',
	),
];
const SIGNED_SCHOOL = new RegExp(String.raw`(?<![\d/])[1-9]\d\d(?:${SIGN})[1-3](?!\d)`, 'gi');

/** Replaces other characters for the slashes of codes by hyphens. */
export const normalizeSlashes = (text: string, isSchool = NAMES_SCHOOL.test(text)) =>
	[...SIGNED, ...(isSchool ? [SIGNED_SCHOOL] : [])].reduce(
		(plain, pattern) => plain.replace(pattern, (code) => code.replace(ANY_SIGN, '-')),
		text,
	);

/** Codes of a text, the courses in them, and the text without them. */
export interface Codes {
	codes: string[];
	courses: string[];
	bare: string[];
	part: string | null;
	rest: string;
}

/** Removes all codes from a text, whatever characters replace their slashes, and returns them. */
export const takeCodes = (text: string, isSchool = NAMES_SCHOOL.test(text)): Codes => {
	const cdacc = extract(normalizeSlashes(text, isSchool), CDACC);
	const isced = extract(cdacc.rest, ISCED);
	const knec = extract(isced.rest, KNEC);
	const joined = extract(knec.rest, JOINED);
	const school = isSchool ? extract(joined.rest, SCHOOL) : { found: [], rest: joined.rest };
	const bare = extract(school.rest, BARE);
	const listed = [...knec.found, ...joined.found].flatMap(
		([, courses = '', paper = '', more = '', number]) =>
			(courses.match(/\d{4}/g) ?? []).flatMap((course) =>
				[paper, ...(more.match(/\d{3}/g) ?? [])].map((each) => ({
					course,
					code: [course, each, number].filter(Boolean).join('/'),
				})),
			),
	);
	const [first] = knec.found;
	return {
		codes: listDistinct([
			...cdacc.found.map(([, ...parts]) => parts.filter(Boolean).join('/').toUpperCase()),
			...isced.found.map(([, ...parts]) => parts.join(' ').toUpperCase()),
			...listed.map(({ code }) => code),
			...school.found.map(([, subject, paper]) => `${subject}/${paper}`),
		]),
		courses: listDistinct(listed.map(({ course }) => course)),
		bare: listDistinct(bare.found.map(([, course = '']) => course)),
		part: first?.[4] ?? first?.[5] ?? school.found[0]?.[2] ?? null,
		rest: bare.rest,
	};
};

/** Letters that OCR reads instead of digits. */
const DIGITS: Readonly<Record<string, string>> = {
	...{ O: '0', o: '0', D: '0', Q: '0', I: '1', l: '1', i: '1', '|': '1', ']': '1' },
	...{ Z: '2', z: '2', A: '4', S: '5', s: '5', G: '6', b: '6', T: '7', B: '8', g: '9', q: '9' },
};
const DIGIT = String.raw`[\dOoDQIli|\]ZzASsGbTBgq]`;
/** A course and a paper, with a slash or a sign that OCR reads instead of it. */
const MISREAD = new RegExp(
	String.raw`(?<![\p{L}\p{N}/])(${DIGIT}{4}) ?[/\\|17lIftJj()[\]{}!] ?(${DIGIT}{3})(?![\p{L}\p{N}])`,
	'gu',
);
const FITS = new RegExp(`^${COURSE}/[1-4]\\d\\d$`);

/** Returns a text from OCR with misread codes corrected, where the result fits the pattern of KNEC's codes. */
export const repairCodes = (text: string) =>
	text.replace(MISREAD, (all, course: string, paper: string) => {
		// Without three digits, it is a word.
		if ((all.match(/\d/g) ?? []).length < 3) return all;
		const toDigits = (part: string) => part.replace(/\D/g, (sign) => DIGITS[sign] ?? sign);
		const code = `${toDigits(course)}/${toDigits(paper)}`;
		return FITS.test(code) ? code : all;
	});
