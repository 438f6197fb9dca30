import { fileTypes } from '#shared/contract/content/files.ts';
import type { Intake, IntakeProblem, IntakeSummary } from '#shared/contract/papers/intake.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import { readInsides, toWireInside } from '../../content/files/insides.ts';
import { buildLink, findFiles, type StoredFileRow } from '../../content/files/store.ts';
import { parseActor } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { listIds } from '../../platform/db/engine.ts';
import { listWaitingCovers } from '../extracted-text/scanned-pages.ts';
import { readName } from '../formats/read-name.ts';
import { type KnownPaper, listPapers, listSets, readCatalogue } from './catalogue.ts';
import { buildCells, findPlace, readCodes } from './derive.ts';
import { type DerivedRow, isSameSet, listProblems } from './problems.ts';
import { computeState, type IntakeTableRow, listRows, type StoredRow } from './rows.ts';

const listDistinct = <Value>(values: readonly (Value | null)[]): Value[] => [
	...new Set(values.filter((value) => value !== null)),
];

/** Groups values by key; returns a function that gets the group of a key. */
const groupValues = <Value>(
	values: readonly Value[],
	keyOf: (value: Value) => string | undefined,
) => {
	const groups = Map.groupBy(values, keyOf);
	return (key: string) => groups.get(key) ?? [];
};

/**
 * Returns all links to the contents of these files, each with its content. A file may be uploaded under several names.
 */
const listLinks = async (db: Db, files: readonly StoredFileRow[]) => {
	const hashes = listDistinct(files.map(({ sha256 }) => sha256));
	const same: StoredFileRow[] = [];
	for (const some of splitIntoPortions(hashes))
		same.push(...(await db.selectFrom('files').selectAll().where('sha256', 'in', some).execute()));
	return new Map(same.map((file) => [buildLink(file), file.sha256]));
};

const { compare } = new Intl.Collator('en', { numeric: true });
type Ordered = Pick<DerivedRow, 'path' | 'values'>;

const isSchemeFor = (scheme: Ordered, paper: Ordered) => {
	const [own, other] = [scheme.values, paper.values];
	return (
		other.kind === 'paper' &&
		isSameSet(own, other) &&
		(own.codes.some((code) => other.codes.includes(code)) ||
			(own.codes.length === 0 && own.name?.toLowerCase() === other.name?.toLowerCase()))
	);
};

/** Sorts rows by path ('Paper 2' before 'Paper 10'), each marking scheme after its paper. */
const sortForTable = <Row extends Ordered>(rows: readonly Row[]): Row[] => {
	const byPath = rows.toSorted((one, other) => compare(one.path, other.path));
	const schemes = new Map<Row, Row[]>();
	const first = byPath.filter((row) => {
		const paper =
			row.values.kind === 'marking_scheme' && byPath.find((each) => isSchemeFor(row, each));
		if (paper) schemes.set(paper, [...(schemes.get(paper) ?? []), row]);
		return !paper;
	});
	return first.flatMap((row) => [row, ...(schemes.get(row) ?? [])]);
};

/** A row with its file, values and problems. */
export interface FullRow extends DerivedRow {
	stored: StoredRow;
	file: StoredFileRow;
	from: ReturnType<typeof buildCells>['from'];
	problems: IntakeProblem[];
}

/**
 * Returns all rows of an intake with their values and problems, computed from the present catalogue (decision 0094).
 */
export const readFullRows = async (
	db: Db,
	intake: Pick<IntakeTableRow, 'id' | 'course_id'>,
	ocr: boolean,
): Promise<FullRow[]> => {
	const stored = await listRows(db, [intake.id]);
	const files = new Map(
		(await findFiles(db, listDistinct(stored.map(({ url }) => url)))).map((file) => [
			buildLink(file),
			file,
		]),
	);
	const hashes = listDistinct([...files.values()].map(({ sha256 }) => sha256));
	const insides = await readInsides(db, hashes);
	const covers = ocr ? await listWaitingCovers(db, hashes) : new Map<string, number>();
	const read = stored.flatMap((row) => {
		const file = files.get(row.url);
		if (!file) return [];
		const page = insides.get(file.sha256);
		const inside = page ? toWireInside(page) : null;
		const cover = covers.get(file.sha256);
		const reading = cover === undefined ? null : { page: cover, of: inside?.pages ?? cover };
		const own = { path: row.path, given: row.given, facts: readName(row.path) };
		return [{ ...own, stored: row, file, inside, reading, page: inside }];
	});
	const catalogue = await readCatalogue(
		db,
		listDistinct(read.flatMap((row) => readCodes(row).value ?? [])),
	);
	const placed = read.map((row) => ({ row, place: findPlace(row, catalogue, intake.course_id) }));
	const courses = listDistinct(placed.map(({ place }) => place.course.value));
	const links = await listLinks(db, [...files.values()]);
	const papers = await listPapers(db, courses, [...links.keys()]);
	const sets = await listSets(
		db,
		listDistinct([...courses, ...papers.map(({ course_id }) => course_id)]),
	);
	const cells = placed.map(({ row, place }) => {
		const { stored: own, file } = row;
		const { id, skipped, paper_id } = own;
		const { ext, sha256 } = file;
		const { conflicts } = place;
		const state = { id, skipped, paper_id, ext, sha256, conflicts };
		return { ...row, ...state, ...buildCells(row, place, { catalogue, sets }) };
	});
	const judged = sortForTable(cells).map((row, at) => ({ ...row, n: at + 1 }));
	const others = {
		rows: judged,
		sets: new Map(sets.map((set) => [set.id, set])),
		sameFile: groupValues(papers, ({ url }: KnownPaper) => links.get(url ?? '')),
		papersIn: groupValues(papers, ({ exam_set_id }) => exam_set_id),
	};
	return judged.map((row) => ({
		...row,
		problems: row.paper_id || row.stored.isPending ? [] : listProblems(row, others),
	}));
};

/** Returns what the last save of an intake created; null without a save. */
const readOutcome = async (db: Db, operation: string | null, rows: readonly StoredRow[]) => {
	if (operation === null) return null;
	const done = await db
		.selectFrom('operation_rows')
		.select('before')
		.where('operation', '=', operation)
		.where('state', '=', 'done')
		.execute();
	const made = done.map(({ before }) => JSON.parse(before ?? '{}').parent?.id ?? null);
	const left = rows.filter(({ skipped, paper_id }) => !skipped && paper_id === null);
	return { papers: done.length, exam_sets: listDistinct(made).length, left: left.length };
};

const toHead = (row: IntakeTableRow) => ({
	id: row.id,
	at: row.at,
	changed_at: row.changed_at,
	by: parseActor(row.actor, row.actor_name),
	course_id: row.course_id,
	operation: row.operation,
});

/** Returns an intake with its rows, as the API shows it. */
export const describeIntake = async (
	db: Db,
	intake: IntakeTableRow,
	ocr: boolean,
): Promise<Intake> => {
	const rows = await readFullRows(db, intake, ocr);
	const stored = rows.map((row) => row.stored);
	return {
		...toHead(intake),
		state: computeState(stored),
		total: rows.length,
		reading: rows.filter((row) => row.inside === null || row.reading).length,
		outcome: await readOutcome(db, intake.operation, stored),
		rows: rows.map(
			({ id, n, path, file, inside, reading, values, from, problems, skipped, stored: row }) => ({
				id,
				n,
				path,
				inside,
				reading,
				values,
				from,
				problems,
				skipped,
				file: { url: buildLink(file), name: file.name, size: file.size, type: fileTypes[file.ext] },
				paper_id: row.paper_id,
				error: row.error,
			}),
		),
	};
};

const INTAKES_MAX = 100;

/** Lists the 100 intakes that changed last. */
export const listIntakes = async (db: Db): Promise<IntakeSummary[]> => {
	const intakes = await db
		.selectFrom('intakes')
		.selectAll()
		.orderBy('changed_at', 'desc')
		.orderBy('id', 'desc')
		.limit(INTAKES_MAX)
		.execute();
	const rowsByIntake = Map.groupBy(await listRows(db, listIds(intakes)), ({ intake }) => intake);
	return intakes.map((intake) => {
		const rows = rowsByIntake.get(intake.id) ?? [];
		return { ...toHead(intake), state: computeState(rows), total: rows.length };
	});
};
