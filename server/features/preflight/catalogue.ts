import { sql } from 'kysely';
import { type ResourceKey, type ResourceWord, resources } from '#shared/contract/resources.ts';
import { above, below, linkKeys, tables, type Untyped, untyped } from '../../content/tables.ts';
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
	inside: Inside | undefined;
	/** Of a past paper, what it is: a paper, or what goes with one. */
	form: string | null;
	/** Of a course. */
	price: number | null;
	/** The subject that it is about: of a topic the one above it. */
	about: string | null;
	above: Thing | undefined;
	/** In display order. */
	under: Thing[];
}

const INSIDE = ['state', 'problem', 'text', 'pages', 'stated_pages'].map(
	(name) => `insides.${name}`,
);

/** What lies in a course of a kind, in display order; what links to a file of ours with what was read of that. */
const rowsOf = (db: Db, key: ResourceKey, courseId: string): Promise<Untyped[]> => {
	const { table } = tables[key];
	const rows = untyped(db)
		.selectFrom(table)
		.selectAll(table)
		.where(`${table}.course_id`, '=', courseId)
		.orderBy('order_num')
		.orderBy('name_key')
		.orderBy(`${table}.id`);
	if (!linkKeys().includes(key)) return rows.execute();
	// The file behind a link of our own: nothing else has 64 digits there that any file has.
	const isBehind = sql`files.key = substr(${sql.ref(`${table}.url`)}, 8, 64)`;
	return rows
		.leftJoin('files', (join: Untyped) => join.on(isBehind))
		.leftJoin('insides', 'insides.sha256', 'files.sha256')
		.select(['files.sha256', ...INSIDE])
		.execute();
};

const thingOf = (key: ResourceKey, row: Untyped, above: Thing | undefined): Thing => {
	const { state, problem, text, pages, stated_pages } = row;
	return {
		kind: resources[key].word,
		id: row.id,
		name: row.name,
		order: row.order_num,
		published: row.published ?? true,
		free: row.free ?? false,
		url: row.url ?? null,
		sha256: row.sha256 ?? null,
		inside: state && state !== 'waiting' ? { problem, text, pages, stated_pages } : undefined,
		form: row.kind ?? null,
		price: row.price ?? null,
		about: row.subject_id ?? null,
		above,
		under: [],
	};
};

/** A course with all that lies under it; undefined where there is none. One statement for each kind. */
export const readCourse = async (db: Db, courseId: string): Promise<Thing | undefined> => {
	if (!isId(courseId)) return undefined;
	const query = db.selectFrom('courses').selectAll().where('id', '=', courseId);
	const row = await query.executeTakeFirst();
	if (!row) return undefined;
	const course = thingOf('courses', row, undefined);
	const byId = new Map([[courseId, course]]);
	for (const key of below('courses')) {
		const { column } = tables[above(key).at(-1) as ResourceKey];
		for (const row of await rowsOf(db, key, courseId)) {
			const parent = byId.get(row[column]);
			const thing = thingOf(key, row, parent);
			byId.set(thing.id, thing);
			parent?.under.push(thing);
		}
	}
	return course;
};

/** A thing and all that lies under it, in display order. */
export function* withAllUnder(thing: Thing): Generator<Thing> {
	yield thing;
	for (const each of thing.under) yield* withAllUnder(each);
}
