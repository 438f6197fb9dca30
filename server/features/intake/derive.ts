import { type Series, seriesWords } from '#shared/contract/exam-sets.ts';
import { NAME_MAX } from '#shared/contract/fields.ts';
import type {
	IntakeCells,
	IntakeField,
	IntakeOrigin,
	IntakeValues,
} from '#shared/contract/intake.ts';
import type { CoverFacts, PaperFacts } from '../../papers/read-name.ts';
import type { CodeUse, Known, KnownSet, KnownSubject } from './known.ts';
import { findByWords, hasInitials } from './words.ts';

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

/** A value of a row and its origin. */
interface Cell<Value> {
	value: Value | null;
	from?: IntakeOrigin | undefined;
}
const NOTHING: Cell<never> = { value: null };

/** Returns the first cell that has a value. */
const firstCell = <Value>(...cells: (() => Cell<Value>)[]): Cell<Value> => {
	for (const cell of cells) {
		const found = cell();
		if (found.value !== null) return found;
	}
	return NOTHING;
};

const makeCell = <Value>(value: Value | null | undefined, from?: IntakeOrigin): Cell<Value> => ({
	value: value ?? null,
	from,
});

/** Returns the value that all of these agree on. */
const only = <Value>(values: readonly Value[]): Value | undefined =>
	new Set(values).size === 1 ? values[0] : undefined;

/** Returns the person's value, also an emptied one; else the first that the page, name or folder gives. */
const cell = <Field extends IntakeField, Value>(
	{ given }: RowFacts,
	field: Field,
	...cells: (() => Cell<Value>)[]
): Cell<Value> =>
	given[field] === undefined
		? firstCell(...cells)
		: makeCell(given[field] as Value | null, 'person');

/** Upper bound of the codes of a past paper. */
const CODES_MAX = 20;

type From = Partial<Record<IntakeField, IntakeOrigin>>;
/** Returns the codes of a row and their origin. */
export const codesOf = (row: RowFacts): Cell<string[]> =>
	cell(
		row,
		'codes',
		() => (row.page?.codes.length ? makeCell(row.page.codes.slice(0, CODES_MAX), 'page') : NOTHING),
		() =>
			row.facts.codes.length > 0
				? makeCell(row.facts.codes.slice(0, CODES_MAX), row.facts.from.codes)
				: NOTHING,
	);

/** Returns the title of a paper from its first page, or else from its file name. */
const titleOf = ({ page, facts }: RowFacts): Cell<string> =>
	firstCell(
		() => makeCell(page?.title, 'page'),
		() => makeCell(facts.title, 'name'),
	);

const courseByDigits = ({ facts }: RowFacts, { courses }: Known) =>
	only(
		courses
			.filter(({ name }) => facts.courseCodes.some((code) => name.includes(code)))
			.map(({ id }) => id),
	);

const courseByWords = ({ facts }: RowFacts, { courses }: Known): Cell<string> => {
	const texts: [string, IntakeOrigin][] = facts.folders.map((text) => [text, 'folder']);
	if (facts.title) texts.push([facts.title, 'name']);
	for (const [text, from] of texts) {
		const found = only(findByWords(text, courses).map(({ id }) => id));
		if (found) return makeCell(found, from);
		const short = courses.filter(({ words }) => hasInitials(text, words));
		if (short.length === 1) return makeCell(short[0]?.id, from);
	}
	return NOTHING;
};

const usesOf = (codes: readonly string[], { uses }: Known): CodeUse[] =>
	codes.flatMap((code) => uses.get(code) ?? []);

const courseOf = (row: RowFacts, known: Known, ofIntake: string | null) => {
	const codes = codesOf(row);
	const title = titleOf(row);
	return cell<'course_id', string>(
		row,
		'course_id',
		() => makeCell(ofIntake),
		() =>
			makeCell(
				only(usesOf(codes.value ?? [], known).map(({ course_id }) => course_id)),
				codes.from,
			),
		() => makeCell(courseByDigits(row, known), codes.from ?? 'folder'),
		() => courseByWords(row, known),
		() => {
			const subjects = title.value === null ? [] : findByWords(title.value, known.subjects);
			return makeCell(only(subjects.map(({ course_id }) => course_id)), title.from);
		},
	);
};

const subjectOf = (row: RowFacts, course: string | null, known: Known): Cell<string> => {
	if (course === null) return NOTHING;
	const own = known.subjects.filter(({ course_id }) => course_id === course);
	const ofCourse = (subject: string | null | undefined, from?: IntakeOrigin) =>
		own.some(({ id }) => id === subject) ? makeCell(subject, from) : NOTHING;
	if (row.given.subject_id !== undefined)
		return row.given.subject_id === null
			? makeCell<string>(null, 'person')
			: ofCourse(row.given.subject_id, 'person');
	const codes = codesOf(row);
	const title = titleOf(row);
	const used = usesOf(codes.value ?? [], known).filter((use) => use.course_id === course);
	const named = (text: string, from?: IntakeOrigin) => {
		const found: KnownSubject[] = findByWords(text, own);
		return makeCell(found.length === 1 ? found[0]?.id : null, from);
	};
	return firstCell(
		() => ofCourse(only(used.map(({ subject_id }) => subject_id)), codes.from),
		() => (title.value === null ? NOTHING : named(title.value, title.from)),
		() => firstCell(...row.facts.folders.map((text) => () => named(text, 'folder'))),
	);
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
const setOf = (
	{ given }: RowFacts,
	sets: readonly KnownSet[],
	year: number | null,
	series: IntakeValues['series'],
): Cell<NonNullable<IntakeValues['exam_set']>> => {
	const chosen = given.exam_set;
	if (chosen === null) return makeCell<NonNullable<IntakeValues['exam_set']>>(null, 'person');
	const byId = sets.find(({ id }) => id === chosen?.id);
	if (byId) return makeCell({ id: byId.id, name: byId.name }, 'person');
	if (chosen && chosen.id === null) {
		const same = sets.find(
			(each) => each.year === year && each.name.toLowerCase() === chosen.name.toLowerCase(),
		);
		return makeCell({ id: same?.id ?? null, name: same?.name ?? chosen.name }, 'person');
	}
	if (year === null || series === null) return NOTHING;
	const name = nameOfSet(year, series);
	const found = findSet(sets, year, series, name);
	return makeCell(found ? { id: found.id, name: found.name } : { id: null, name });
};

/** Returns the year, series or kind from the page, or else from the path. */
const statedCell = <Field extends 'year' | 'series' | 'kind'>(row: RowFacts, field: Field) =>
	cell<Field, NonNullable<PaperFacts[Field]>>(
		row,
		field,
		() => makeCell(row.page?.[field] as never, 'page'),
		() => makeCell(row.facts[field] as never, row.facts.from[field]),
	);

const nameOf = (row: RowFacts, subject: KnownSubject | undefined, codes: readonly string[]) => {
	const { part } = row.facts;
	const title = titleOf(row);
	const whole = (text: string) => {
		const name = part && !/^(?:paper|part)\b/i.test(text) ? `Paper ${part}: ${text}` : text;
		return [...name].slice(0, NAME_MAX).join('').trim();
	};
	return cell<'name', string>(
		row,
		'name',
		() => (title.value === null ? NOTHING : makeCell(whole(title.value), title.from)),
		() => (subject ? makeCell(whole(subject.name)) : NOTHING),
		() => makeCell(codes[0]),
	);
};

/** Returns the course and subject of a row, within which its exam set is searched. */
export const placeOf = (row: RowFacts, known: Known, ofIntake: string | null) => {
	const course = courseOf(row, known, ofIntake);
	return { course, subject: subjectOf(row, course.value, known) };
};

/** Returns all cells of a row, with their origins. */
export const cellsOf = (
	row: RowFacts,
	{ course, subject }: ReturnType<typeof placeOf>,
	{ known, sets }: { known: Known; sets: readonly KnownSet[] },
): { values: IntakeValues; from: From } => {
	const own = sets.filter(({ course_id }) => course_id === course.value);
	const fixed = own.find(({ id }) => id === row.given.exam_set?.id);
	const year = statedCell(row, 'year');
	const series = statedCell(row, 'series');
	const codes = codesOf(row);
	const kind = statedCell(row, 'kind');
	const examSet = setOf(row, own, year.value, series.value);
	const name = nameOf(
		row,
		known.subjects.find(({ id }) => id === subject.value),
		codes.value ?? [],
	);
	const source = cell<'source', string>(row, 'source');
	const cells = {
		course_id: course,
		subject_id: subject,
		exam_set: examSet,
		name,
		codes,
		kind,
		source,
		// An exam set that a person chose determines the year and series.
		year: fixed && row.given.year === undefined ? makeCell(fixed.year, 'person') : year,
		series:
			fixed?.series && row.given.series === undefined ? makeCell(fixed.series, 'person') : series,
	};
	const from: From = {};
	for (const [field, { value, from: origin }] of Object.entries(cells))
		if (origin && (value !== null || origin === 'person')) from[field as IntakeField] = origin;
	return {
		values: {
			course_id: course.value,
			subject_id: subject.value,
			year: cells.year.value,
			series: cells.series.value,
			exam_set: examSet.value,
			name: name.value,
			codes: codes.value ?? [],
			kind: kind.value ?? 'paper',
			source: source.value,
		},
		from,
	};
};
