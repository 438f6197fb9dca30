import { type Series, seriesWords } from '#shared/contract/content/exam-sets.ts';
import type {
	IntakeCells,
	IntakeField,
	IntakeOrigin,
	IntakeValues,
} from '#shared/contract/papers/intake.ts';
import { NAME_MAX } from '#shared/contract/platform/fields.ts';
import type { CoverFacts, PaperFacts } from '../formats/read-name.ts';
import type { Catalogue, CodeUse, KnownSet, KnownSubject } from './catalogue.ts';
import { findByWords, findNamesakes, hasInitials, type Named } from './words.ts';

/** Facts about one row alone, before rows are compared. */
export interface RowFacts {
	/** Path in the folder that was chosen. */
	path: string;
	/** Values that a person set. */
	given: IntakeCells;
	facts: PaperFacts;
	/** Facts of the first page; null until it is read. */
	page: CoverFacts | null;
}

/** A value of a row and its origin. Only a person sets a value to null. */
interface Cell<Value> {
	value: Value | null;
	from?: IntakeOrigin | undefined;
}
const NOTHING: Cell<never> = { value: null };

/** Returns a cell of a value; undefined without one, so that `??` tries the next source. */
const toCell = <Value>(
	value: Value | null | undefined,
	from?: IntakeOrigin,
): Cell<Value> | undefined => (value === null || value === undefined ? undefined : { value, from });

/** Returns the value that all of these agree on. */
const pickOnly = <Value>(values: readonly Value[]): Value | undefined =>
	new Set(values).size === 1 ? values[0] : undefined;

/** Returns the value that a person set, also an emptied one. */
const readGiven = <Field extends IntakeField>(
	row: RowFacts,
	field: Field,
): Cell<NonNullable<IntakeValues[Field]>> | undefined => {
	const value = row.given[field] as IntakeValues[Field] | undefined;
	return value === undefined ? undefined : { value: value ?? null, from: 'person' };
};

/** Upper bound of the codes of a past paper. */
const CODES_MAX = 20;

/** Returns the codes of a row and their origin. */
export const readCodes = (row: RowFacts): Cell<string[]> => {
	const { page, facts } = row;
	const cut = (codes: readonly string[] = []) =>
		codes.length > 0 ? codes.slice(0, CODES_MAX) : null;
	return (
		readGiven(row, 'codes') ??
		toCell(cut(page?.codes), 'page') ??
		toCell(cut(facts.codes), facts.from.codes) ??
		NOTHING
	);
};

/** Returns the title of a paper from its first page, or else from its file name. */
const readTitle = ({ page, facts }: RowFacts): Cell<string> =>
	toCell(page?.title, 'page') ?? toCell(facts.title, 'name') ?? NOTHING;

/** What a source says that the course or subject of a row is. */
export interface Statement {
	source: 'page' | 'name' | 'folder' | 'code' | 'number';
	/** The id of the course or subject. */
	id: string;
	/** The source names a subject of the course. */
	bySubject?: true;
}

interface Found {
	cell: Cell<string>;
	/** The chosen statement, then those that differ from it; empty if all agree or a person decided. */
	differing: readonly Statement[];
}

/** Takes the first statement, and keeps those of other sources that differ from it. */
const choose = (row: RowFacts, statements: readonly Statement[], fallbacks: Statement[]): Found => {
	const [chosen] = [...statements, ...fallbacks];
	if (!chosen) return { cell: NOTHING, differing: [] };
	const others = statements.filter(({ id }) => id !== chosen.id);
	const { source } = chosen;
	const isCode = source === 'code' || source === 'number';
	return {
		cell: { value: chosen.id, from: isCode ? (readCodes(row).from ?? 'folder') : source },
		differing: others.length > 0 ? [chosen, ...others] : [],
	};
};

const state = (source: Statement['source'], id: string | null | undefined): Statement[] =>
	id === null || id === undefined ? [] : [{ source, id }];

type Text = readonly [source: 'page' | 'name' | 'folder', text: string];

/** Returns the titles on the first page and in the name. */
const listTitles = ({ page, facts }: RowFacts): Text[] => [
	...(page?.title ? [['page', page.title] as const] : []),
	...(facts.title ? [['name', facts.title] as const] : []),
];

const listFolders = ({ facts }: RowFacts): Text[] => facts.folders.map((text) => ['folder', text]);

const findCourseByDigits = ({ facts }: RowFacts, { courses }: Catalogue) =>
	pickOnly(
		courses
			.filter(({ name }) => facts.courseCodes.some((code) => name.includes(code)))
			.map(({ id }) => id),
	);

const findCourseByWords = (text: string, { courses }: Catalogue) => {
	const named = pickOnly(findByWords(text, courses).map(({ id }) => id));
	return named ?? pickOnly(courses.filter(({ words }) => hasInitials(text, words)))?.id;
};

const listUses = (codes: Cell<string[]>, { uses }: Catalogue): CodeUse[] =>
	(codes.value ?? []).flatMap((code) => uses.get(code) ?? []);

const findCourse = (row: RowFacts, catalogue: Catalogue, ofIntake: string | null): Found => {
	const decided = readGiven(row, 'course_id') ?? toCell(ofIntake);
	if (decided) return { cell: decided, differing: [] };
	const titles = listTitles(row);
	const bySubject = (find: typeof findByWords) =>
		titles.flatMap(([source, text]) =>
			state(source, pickOnly(find(text, catalogue.subjects).map((each) => each.course_id))).map(
				(each) => ({ ...each, bySubject: true as const }),
			),
		);
	const uses = listUses(readCodes(row), catalogue);
	const byCode = state('code', pickOnly(uses.map(({ course_id }) => course_id)));
	const byDigits = state('number', findCourseByDigits(row, catalogue));
	const byWords = [...listFolders(row), ...titles.filter(([source]) => source === 'name')].flatMap(
		([source, text]) => state(source, findCourseByWords(text, catalogue)),
	);
	const byName = bySubject(findNamesakes);
	// A course number in the code confirms the code.
	const isSure = byCode.length === 0 || byCode[0]?.id === byDigits[0]?.id;
	const others = [...byCode, ...byDigits, ...byWords];
	return choose(
		row,
		isSure ? [...others, ...byName] : [...byName, ...others],
		bySubject(findByWords),
	);
};

const findSubject = (row: RowFacts, course: string | null, catalogue: Catalogue): Found => {
	if (course === null) return { cell: NOTHING, differing: [] };
	const subjects = catalogue.subjects.filter(({ course_id }) => course_id === course);
	const ofCourse = (subject: string | null | undefined) =>
		subjects.some(({ id }) => id === subject) ? subject : null;
	const set = readGiven(row, 'subject_id');
	if (set) return { cell: { ...set, value: ofCourse(set.value) ?? null }, differing: [] };
	const used = listUses(readCodes(row), catalogue).filter((use) => use.course_id === course);
	const find = (texts: readonly Text[], by: typeof findByWords) =>
		texts.flatMap(([source, text]) =>
			state(source, pickOnly(by(text, subjects).map(({ id }) => id))),
		);
	const [titles, folders] = [listTitles(row), listFolders(row)];
	const exact = find([...titles, ...folders], findNamesakes);
	const similar = find(titles, findByWords).filter(
		({ source }) => !exact.some((each) => each.source === source),
	);
	const byCode = state('code', ofCourse(pickOnly(used.map(({ subject_id }) => subject_id))));
	return choose(row, [...exact, ...byCode, ...similar], find(folders, findByWords));
};

/** Returns the name of the exam set of a year and series, in the form `2023 July Series`. */
const nameOfSet = (year: number, series: Series) =>
	series === 'other' ? `${year} Series` : `${year} ${seriesWords[series]} Series`;

/**
 * Finds the exam set of a year and series. Of several, the one with this name; without one, a set of the year with this
 * name.
 */
const findSet = (sets: readonly KnownSet[], year: number, series: string, name: string) => {
	const same = sets.filter((each) => each.year === year && each.series === series);
	const called = (list: readonly KnownSet[]) =>
		list.find((each) => each.name.toLowerCase() === name.toLowerCase());
	return called(same) ?? same[0] ?? called(sets.filter((each) => each.year === year));
};

/** Returns the exam set of a row, among those of its course: a person's choice, or the one of its year and series. */
const matchSet = (
	row: RowFacts,
	sets: readonly KnownSet[],
	year: number | null,
	series: IntakeValues['series'],
): Cell<NonNullable<IntakeValues['exam_set']>> => {
	const chosen = readGiven(row, 'exam_set');
	if (chosen?.value === null) return chosen;
	const { id = null, name } = chosen?.value ?? {};
	const byId = sets.find((each) => each.id === id);
	if (byId) return { value: { id: byId.id, name: byId.name }, from: 'person' };
	if (name !== undefined && id === null) {
		const same = sets.find(
			(each) => each.year === year && each.name.toLowerCase() === name.toLowerCase(),
		);
		return { value: { id: same?.id ?? null, name: same?.name ?? name }, from: 'person' };
	}
	if (year === null || series === null) return NOTHING;
	const usual = nameOfSet(year, series);
	const set = findSet(sets, year, series, usual);
	return { value: set ? { id: set.id, name: set.name } : { id: null, name: usual } };
};

/** Returns the year, series or kind from the page, or else from the path. */
const readStatedCell = <Field extends 'year' | 'series' | 'kind'>(
	row: RowFacts,
	field: Field,
): Cell<NonNullable<IntakeValues[Field]>> =>
	readGiven(row, field) ??
	toCell(row.page?.[field] as never, 'page') ??
	toCell(row.facts[field] as never, row.facts.from[field]) ??
	NOTHING;

const buildName = (
	row: RowFacts,
	subject: KnownSubject | undefined,
	codes: Cell<string[]>,
): Cell<string> => {
	const { part } = row.facts;
	const title = readTitle(row);
	const whole = (text: string | null | undefined) => {
		if (!text) return null;
		const name = part && !/^(?:paper|part)\b/i.test(text) ? `Paper ${part}: ${text}` : text;
		return [...name].slice(0, NAME_MAX).join('').trim();
	};
	return (
		readGiven(row, 'name') ??
		toCell(whole(title.value), title.from) ??
		toCell(whole(subject?.name) ?? codes.value?.[0]) ??
		NOTHING
	);
};

/** Two sources that name different courses or subjects; the row has the chosen one. */
export interface Conflict {
	field: 'course_id' | 'subject_id';
	chosen: NamedStatement;
	other: NamedStatement;
}
type NamedStatement = Statement & { name: string; code: string };

/** Returns the course and subject of a row, within which its exam set is searched. */
export const findPlace = (row: RowFacts, catalogue: Catalogue, ofIntake: string | null) => {
	const course = findCourse(row, catalogue, ofIntake);
	const subject = findSubject(row, course.cell.value, catalogue);
	const code = readCodes(row).value?.find((each) => catalogue.uses.has(each)) ?? '';
	const describe = (field: Conflict['field'], { differing }: Found, items: readonly Named[]) => {
		const [chosen, ...others] = differing.map((statement) => ({
			...statement,
			code,
			name: items.find(({ id }) => id === statement.id)?.name ?? '',
		}));
		return chosen ? others.map((other) => ({ field, chosen, other })) : [];
	};
	const conflicts: Conflict[] = [
		...describe('course_id', course, catalogue.courses),
		...describe('subject_id', subject, catalogue.subjects),
	];
	return { course: course.cell, subject: subject.cell, conflicts };
};

/** Returns all cells of a row, with their origins. */
export const buildCells = (
	row: RowFacts,
	{ course, subject }: Omit<ReturnType<typeof findPlace>, 'conflicts'>,
	{ catalogue, sets }: { catalogue: Catalogue; sets: readonly KnownSet[] },
): { values: IntakeValues; from: Partial<Record<IntakeField, IntakeOrigin>> } => {
	const courseSets = sets.filter(({ course_id }) => course_id === course.value);
	const chosen = courseSets.find(({ id }) => id === row.given.exam_set?.id);
	const year = readStatedCell(row, 'year');
	const series = readStatedCell(row, 'series');
	const codes = readCodes(row);
	const cells = {
		course_id: course,
		subject_id: subject,
		// An exam set that a person chose determines the year and series.
		year: (row.given.year === undefined && toCell(chosen?.year, 'person')) || year,
		series: (row.given.series === undefined && toCell(chosen?.series, 'person')) || series,
		exam_set: matchSet(row, courseSets, year.value, series.value),
		name: buildName(
			row,
			catalogue.subjects.find(({ id }) => id === subject.value),
			codes,
		),
		codes: { ...codes, value: codes.value ?? [] },
		kind: readStatedCell(row, 'kind'),
		source: readGiven(row, 'source') ?? NOTHING,
	};
	const entries = Object.entries(cells);
	const values = Object.fromEntries(entries.map(([field, { value }]) => [field, value]));
	const from = Object.fromEntries(
		entries.flatMap(([field, { value, from: origin }]) =>
			origin && (value !== null || origin === 'person') ? [[field, origin]] : [],
		),
	);
	return { values: { ...values, kind: cells.kind.value ?? 'paper' } as IntakeValues, from };
};
