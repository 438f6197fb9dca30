import { seriesWords, YEAR_MIN } from '#shared/contract/content/exam-sets.ts';
import { paperExtensions } from '#shared/contract/content/files.ts';
import type { Inside } from '#shared/contract/content/insides.ts';
import type {
	IntakeField,
	IntakeProblem,
	IntakeRow,
	IntakeValues,
} from '#shared/contract/papers/intake.ts';
import type { Doubt } from '../formats/read-name.ts';
import type { KnownPaper, KnownSet } from './catalogue.ts';
import type { Conflict, RowFacts } from './derive.ts';

/** A row with its values, before its problems are known. */
export interface DerivedRow extends RowFacts {
	id: string;
	n: number;
	ext: string;
	sha256: string;
	skipped: boolean;
	/** The past paper that was made of the row, if any. */
	paper_id: string | null;
	inside: Inside | null;
	/** The cover page that waits for OCR. */
	reading: IntakeRow['reading'];
	values: IntakeValues;
	conflicts: readonly Conflict[];
}

/** The other rows, and papers in the catalogue. */
export interface OtherData {
	rows: readonly DerivedRow[];
	sets: ReadonlyMap<string, KnownSet>;
	/** Past papers whose file has this content. */
	sameFile: (sha256: string) => readonly KnownPaper[];
	/** Past papers of an exam set. */
	papersIn: (examSet: string) => readonly KnownPaper[];
}

type Found = Omit<IntakeProblem, 'field' | 'ref'> & Partial<Pick<IntakeProblem, 'field' | 'ref'>>;
const problem =
	(severity: IntakeProblem['severity']) =>
	(code: string, text: string, field: IntakeField | null = null): Found => ({
		code,
		severity,
		text,
		field,
	});
const stops = problem('stops');
const warns = problem('warns');

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	series: { ...seriesWords, other: 'another month' },
	kind: { paper: 'paper', marking_scheme: 'marking scheme', other: 'other material' },
};
const formatWord = (about: Doubt['about'], value: string | number) =>
	WORDS[about]?.[value] ?? String(value);

const TWO: Record<Doubt['about'], [code: string, what: string]> = {
	year: ['two_years', 'years'],
	series: ['two_series', 'series'],
	kind: ['two_kinds', 'kinds'],
};

/**
 * Returns contradictions within the path, unless a person decides them. The first page decides them too: then a folder
 * that differs is a warning.
 */
const findContradictions = ({ facts, given, page, values }: DerivedRow): Found[] =>
	facts.doubts.flatMap(({ about, values: named, where }) => {
		if (given[about] !== undefined) return [];
		if (about !== 'kind' && values.exam_set !== null && given.exam_set) return [];
		const [code, what] = TWO[about];
		const printed = page?.[about] ?? null;
		const [one = '', other = '', ...more] = named.map((value) => formatWord(about, value));
		const all = [one, other, ...more];
		const list = `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
		const path =
			where === 'both'
				? `The name says ${one}, its folder ${other}`
				: `Two ${what} in the ${where}: ${list}`;
		if (printed === null) return [stops(code, `${path}.`, about)];
		if (where !== 'both' && named.includes(String(printed))) return [];
		return [warns('differs', `${path}, the first page ${formatWord(about, printed)}.`, about)];
	});

const FIELDS = ['year', 'series', 'kind'] as const;

/** Returns differences between the first page and the name. */
const findDifferences = ({ facts, given, page }: DerivedRow): Found[] => {
	if (!page) return [];
	const differences: Found[] = FIELDS.flatMap((field) => {
		const [named, printed] = [facts[field], page[field]];
		if (named === null || printed === null || named === printed) return [];
		if (given[field] !== undefined) return [];
		const where = facts.from[field] === 'folder' ? 'folder' : 'name';
		const text = `The ${where} says ${formatWord(field, named)}, the first page ${formatWord(field, printed)}.`;
		return [warns('differs', text, field)];
	});
	const isOther =
		facts.codes.length > 0 &&
		page.codes.length > 0 &&
		!facts.codes.some((code) => page.codes.includes(code));
	if (isOther && given.codes === undefined) {
		const text = `The name says ${facts.codes[0]}, the first page ${page.codes.join(', ')}.`;
		differences.push(warns('differs', text, 'codes'));
	}
	return differences;
};

const SOURCES = { page: 'the first page', name: 'the name', folder: 'the folder' } as const;

/** Returns what a source says: `papers 2705/301 belong to “Machines”`, `the name says “Pipework”`. */
const formatStatement = ({ source, name, code, bySubject }: Conflict['chosen']) => {
	if (source === 'code') return `papers ${code} belong to “${name}”`;
	if (source === 'number') return `the course number belongs to “${name}”`;
	return `${SOURCES[source]} ${bySubject ? 'names a subject of' : 'says'} “${name}”`;
};

/** Returns sources that name another course or subject than the row has. */
const findConflicts = ({ conflicts }: DerivedRow): Found[] =>
	conflicts.map(({ field, chosen, other }) => {
		const text = `${formatStatement(other)}, ${formatStatement(chosen)}.`;
		return warns('differs', `${text.charAt(0).toUpperCase()}${text.slice(1)}`, field);
	});

/**
 * Returns missing year, series or exam set, unless a chosen exam set determines them. Contradictions have a problem of
 * their own.
 */
const findSittingGaps = ({ values, facts }: DerivedRow): Found[] => {
	const { year, series, exam_set } = values;
	const has = (about: Doubt['about']) => facts.doubts.some((doubt) => doubt.about === about);
	if (exam_set?.id) return [];
	const gaps: Found[] = [];
	if (year === null && !has('year')) gaps.push(stops('no_year', 'No year was found.', 'year'));
	if (year !== null && year < YEAR_MIN)
		gaps.push(stops('no_year', `${year} is too early: years begin at ${YEAR_MIN}.`, 'year'));
	if (exam_set) return gaps;
	if (series === null && !has('series'))
		gaps.push(stops('no_series', 'No series was found.', 'series'));
	if (year !== null && series !== null && values.course_id !== null)
		gaps.push(stops('no_exam_set', 'No exam set is chosen.', 'exam_set'));
	return gaps;
};

const findGaps = (row: DerivedRow): Found[] => {
	const { course_id, subject_id, name } = row.values;
	const gaps = findSittingGaps(row);
	if (course_id === null)
		gaps.unshift(stops('no_course', 'No course was recognised.', 'course_id'));
	else if (subject_id === null)
		gaps.push(warns('no_subject', 'No subject was recognised.', 'subject_id'));
	if (name === null) gaps.push(stops('no_name', 'No name was found.', 'name'));
	return gaps;
};

/** Confidence of OCR below which a person should look at the values. */
const CONFIDENCE_MIN = 80;

/** Asks for a look at values that OCR may have misread, unless a person set them. */
const checkScan = ({ inside, reading, values, given, page }: DerivedRow): Found[] => {
	if (!inside || reading) return [];
	if (inside.text === 'scan' && inside.read === null)
		return [warns('scan', 'A scan without text.')];
	if (inside.read !== 'ocr') return [];
	const isRead = (field: 'codes' | 'year' | 'series') =>
		given[field] === undefined && [page?.[field] ?? []].flat().length > 0;
	if (inside.repaired && isRead('codes'))
		return [warns('repaired', `Is ${values.codes.join(', ')} right? It is hard to read.`, 'codes')];
	if (values.codes.length === 0 && given.codes === undefined)
		return [warns('no_code', 'No code was read from the scan.', 'codes')];
	const unsure = (['codes', 'year', 'series'] as const).find(isRead) ?? null;
	if ((inside.confidence ?? 0) >= CONFIDENCE_MIN) return [];
	return [warns('unsure', 'The scan is hard to read. Check the values.', unsure)];
};

const checkFile = ({ ext, inside }: DerivedRow): Found[] => {
	if (!paperExtensions.some((each) => each === ext))
		return [stops('wrong_type', 'A past paper must be a PDF or Word file (.pdf, .doc, .docx).')];
	if (!inside) return [];
	if (inside.problem) return [warns('unread', inside.problem)];
	const warnings: Found[] = [];
	const { stated_pages: stated, pages } = inside;
	if (stated !== null && pages !== null && pages < stated)
		warnings.push(warns('pages_lack', `Says ${stated} printed pages, has ${pages}.`));
	return warnings;
};

const toPaperRef = ({ id, name }: KnownPaper) => ({ kind: 'pastpapers' as const, id, name });
const toRowRef = ({ id, path }: DerivedRow) => ({ kind: 'row' as const, id, name: path });
export const isSameSet = (one: IntakeValues, other: IntakeValues) =>
	one.course_id === other.course_id &&
	one.exam_set?.id === other.exam_set?.id &&
	one.exam_set?.name === other.exam_set?.name;

/**
 * Returns problems with the same file elsewhere. It blocks a row that would add the file twice to an exam set, and
 * otherwise warns.
 */
const findDuplicates = (row: DerivedRow, { rows, sets, sameFile }: OtherData): Found[] => {
	const papers = sameFile(row.sha256);
	const paperInSet = papers.find(({ exam_set_id }) => exam_set_id === row.values.exam_set?.id);
	const paper = paperInSet ?? papers[0];
	if (paper) {
		const where = sets.get(paper.exam_set_id)?.name;
		const text = `The same file is “${paper.name}”${where ? ` of ${where}` : ''}.`;
		return [{ ...(paperInSet ? stops : warns)('same_file', text), ref: toPaperRef(paper) }];
	}
	const earlier = rows.find(
		(other) => other.n < row.n && !other.skipped && !other.paper_id && other.sha256 === row.sha256,
	);
	if (!earlier) return [];
	const severity = isSameSet(earlier.values, row.values) ? stops : warns;
	const text = `The same file is row ${earlier.n}.`;
	return [{ ...severity('same_file', text), ref: toRowRef(earlier) }];
};

/** Warns of a past paper of the same exam set, kind, and name or code. */
const findSimilarPapers = (row: DerivedRow, { papersIn }: OtherData): Found[] => {
	const { exam_set, name, codes, kind } = row.values;
	const similar = papersIn(exam_set?.id ?? '').find(
		(paper) =>
			paper.kind === kind &&
			(paper.name.toLowerCase() === name?.toLowerCase() ||
				paper.codes.some((code) => codes.includes(code))),
	);
	if (!similar) return [];
	const text = `${exam_set?.name} has “${similar.name}” already.`;
	return [{ ...warns('exists_already', text), ref: toPaperRef(similar) }];
};

/** Lists the problems of a row that a person should check, blocking ones first. */
export const listProblems = (row: DerivedRow, others: OtherData): IntakeProblem[] => {
	const same = findDuplicates(row, others);
	return [
		...checkFile(row),
		...checkScan(row),
		...findContradictions(row),
		...findGaps(row),
		...same,
		...(same.length > 0 ? [] : findSimilarPapers(row, others)),
		...findDifferences(row),
		...findConflicts(row),
	]
		.map((found) => ({ field: null, ref: null, ...found }))
		.sort((one, other) => one.severity.localeCompare(other.severity));
};
