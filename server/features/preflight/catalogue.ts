import { sql } from 'kysely';
import type { ContentKind } from '#shared/contract/resources.ts';
import type { Db } from '../../db/database.ts';
import { isId } from '../../db/ids.ts';
import type { InsideRow } from '../insides/tables.ts';

/** What is told of a file that was read. */
type Inside = Pick<InsideRow, 'problem' | 'text' | 'pages' | 'stated_pages'>;

/** One item of a course, with what lies above and under it. */
export interface Thing {
	kind: ContentKind;
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

/** The file behind a link of our own: nothing else has 64 digits there that any file has. */
const isBehind = (table: 'topics' | 'past_papers') =>
	sql<boolean>`files.key = substr(${sql.ref(`${table}.url`)}, 8, 64)`;

const INSIDE = ['insides.state', 'insides.problem', 'insides.text', 'insides.pages'] as const;

const subjectsOf = (db: Db, courseId: string) =>
	db
		.selectFrom('subjects')
		.select(['id', 'name', 'order_num', 'published', 'free'])
		.where('course_id', '=', courseId)
		.orderBy('order_num')
		.orderBy('name_key')
		.orderBy('id')
		.execute();

const examSetsOf = (db: Db, courseId: string) =>
	db
		.selectFrom('exam_sets')
		.select(['id', 'name', 'order_num', 'published'])
		.where('course_id', '=', courseId)
		.orderBy('order_num')
		.orderBy('name_key')
		.orderBy('id')
		.execute();

const topicsOf = (db: Db, courseId: string) =>
	db
		.selectFrom('topics')
		.leftJoin('files', (join) => join.on(isBehind('topics')))
		.leftJoin('insides', 'insides.sha256', 'files.sha256')
		.select([...INSIDE, 'insides.stated_pages'])
		.select(['topics.id', 'topics.name', 'order_num', 'published', 'free', 'topics.url'])
		.select(['subject_id as parent', 'files.sha256'])
		.where('course_id', '=', courseId)
		.orderBy('order_num')
		.orderBy('name_key')
		.orderBy('topics.id')
		.execute();

const papersOf = (db: Db, courseId: string) =>
	db
		.selectFrom('past_papers')
		.leftJoin('files', (join) => join.on(isBehind('past_papers')))
		.leftJoin('insides', 'insides.sha256', 'files.sha256')
		.select([...INSIDE, 'insides.stated_pages'])
		.select(['past_papers.id', 'past_papers.name', 'order_num', 'published', 'free', 'url'])
		.select([
			'exam_set_id as parent',
			'subject_id as about',
			'past_papers.kind as form',
			'files.sha256',
		])
		.where('course_id', '=', courseId)
		.orderBy('order_num')
		.orderBy('name_key')
		.orderBy('past_papers.id')
		.execute();

/** What was read of a file, in one. */
const insideOf = <Row extends Inside & { state: InsideRow['state'] | null }>(row: Row) => {
	const { state, problem, text, pages, stated_pages, ...rest } = row;
	const isRead = state !== null && state !== 'waiting';
	return { ...rest, ...(isRead && { inside: { problem, text, pages, stated_pages } }) };
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
		...{ ...BARE, kind: 'course', ...fields, order: order_num },
		...{ published: true, above: undefined, under: [] },
	};
	const byId = new Map<string, Thing>();
	type Row = Partial<Thing> & Pick<Thing, 'id' | 'name' | 'published'> & { order_num: number };
	const put = (kind: ContentKind, { order_num, ...row }: Row, above: Thing | undefined) => {
		const thing: Thing = { ...BARE, ...row, kind, order: order_num, above, under: [] };
		byId.set(thing.id, thing);
		above?.under.push(thing);
	};
	const [subjects, topics, examSets, papers] = await Promise.all([
		subjectsOf(db, courseId),
		topicsOf(db, courseId),
		examSetsOf(db, courseId),
		papersOf(db, courseId),
	]);
	for (const row of subjects) put('subject', row, course);
	for (const { parent, ...row } of topics) put('topic', insideOf(row), byId.get(parent));
	for (const row of examSets) put('examset', row, course);
	for (const { parent, ...row } of papers) put('pastpaper', insideOf(row), byId.get(parent));
	return course;
};

/** A thing and all that lies under it, in display order. */
export function* withAllUnder(thing: Thing): Generator<Thing> {
	yield thing;
	for (const each of thing.under) yield* withAllUnder(each);
}
