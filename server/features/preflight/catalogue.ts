import { sql } from 'kysely';
import type { ResourceKey, ResourceWord } from '#shared/contract/resources.ts';
import { linkKeys, tables, type Untyped, untyped } from '../../content/tables.ts';
import type { Db } from '../../db/database.ts';
import { isId } from '../../db/ids.ts';
import type { InsideRow } from '../insides/tables.ts';

/** What is told of a file that was read. */
type Inside = Pick<InsideRow, 'problem' | 'text' | 'pages' | 'stated_pages'>;

/** One item of a course, with what lies above and under it. */
export interface Thing {
	kind: ResourceWord;
	id: string;
	name: string;
	order: number;
	/** A course has no such state: it is as published as what it holds. */
	published: boolean;
	free: boolean;
	url: string | null;
	/** The content behind a link of our own that leads somewhere. */
	sha256: string | null;
	/** What stands in that content; undefined where nobody has read it. */
	inside?: Inside | undefined;
	/** Of a past paper, what it is: a paper, or what goes with one. */
	form: string | null;
	/** Of a course. */
	price: number | null;
	/** Of a past paper, the subject that it is about. */
	about: string | null;
	above: Thing | undefined;
	/** In display order. */
	under: Thing[];
}

const BARE = { free: false, url: null, sha256: null, form: null, price: null, about: null };

/** What is read of each kind beside its id, its name and its order. */
const COLUMNS = {
	subjects: ['published', 'free'],
	topics: ['published', 'free', 'url', 'subject_id as parent'],
	examSets: ['published'],
	pastPapers: [
		...['published', 'free', 'url', 'exam_set_id as parent'],
		...['subject_id as about', 'past_papers.kind as form'],
	],
} as const satisfies Partial<Record<ResourceKey, readonly string[]>>;

const INSIDE = ['state', 'problem', 'text', 'pages', 'stated_pages'].map(
	(name) => `insides.${name}`,
);

/** What lies in a course of a kind, in display order; what links to a file of ours with what was read of that. */
const rowsOf = (db: Db, key: keyof typeof COLUMNS, courseId: string): Promise<Row[]> => {
	const { table } = tables[key];
	const own = ['id', 'name', 'order_num'].map((name) => `${table}.${name}`);
	const rows = untyped(db)
		.selectFrom(table)
		.select([...own, ...COLUMNS[key]]);
	// The file behind a link of our own: nothing else has 64 digits there that any file has.
	const isBehind = sql`files.key = substr(${sql.ref(`${table}.url`)}, 8, 64)`;
	const withFiles = () =>
		rows
			.leftJoin('files', (join: Untyped) => join.on(isBehind))
			.leftJoin('insides', 'insides.sha256', 'files.sha256')
			.select(['files.sha256', ...INSIDE]);
	const found: Untyped = linkKeys().includes(key) ? withFiles() : rows;
	return found
		.where(`${table}.course_id`, '=', courseId)
		.orderBy('order_num')
		.orderBy('name_key')
		.orderBy(`${table}.id`)
		.execute();
};

type Row = Partial<Thing> &
	Partial<Inside> &
	Pick<Thing, 'id' | 'name' | 'published'> & {
		order_num: number;
		parent?: string;
		state?: InsideRow['state'] | null;
	};

/** A course with all that lies under it; undefined where there is none. One statement for each kind. */
export const readCourse = async (db: Db, courseId: string): Promise<Thing | undefined> => {
	if (!isId(courseId)) return undefined;
	const found = await db
		.selectFrom('courses')
		.select(['id', 'name', 'order_num', 'price'])
		.where('id', '=', courseId)
		.executeTakeFirst();
	if (!found) return undefined;
	const { order_num, ...fields } = found;
	const course: Thing = {
		...{ ...BARE, kind: 'courses', ...fields, order: order_num },
		...{ published: true, above: undefined, under: [] },
	};
	const byId = new Map<string, Thing>();
	const put = (kind: ResourceWord, row: Row, above: Thing | undefined) => {
		const { order_num, parent: _, state, problem, text, pages, stated_pages, ...own } = row;
		const thing: Thing = { ...BARE, ...own, kind, order: order_num, above, under: [] };
		if (state && state !== 'waiting')
			thing.inside = { problem, text, pages, stated_pages } as Inside;
		byId.set(thing.id, thing);
		above?.under.push(thing);
	};
	const [subjects, topics, examSets, papers] = await Promise.all([
		rowsOf(db, 'subjects', courseId),
		rowsOf(db, 'topics', courseId),
		rowsOf(db, 'examSets', courseId),
		rowsOf(db, 'pastPapers', courseId),
	]);
	for (const row of subjects) put('subjects', row, course);
	for (const row of topics) put('topics', row, byId.get(row.parent ?? ''));
	for (const row of examSets) put('examsets', row, course);
	for (const row of papers) put('pastpapers', row, byId.get(row.parent ?? ''));
	return course;
};

/** A thing and all that lies under it, in display order. */
export function* withAllUnder(thing: Thing): Generator<Thing> {
	yield thing;
	for (const each of thing.under) yield* withAllUnder(each);
}
