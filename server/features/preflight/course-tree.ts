import { sql } from 'kysely';
import { type ResourceKey, type ResourceWord, resources } from '#shared/contract/resources.ts';
import {
	descendantKinds,
	linkKeys,
	parentKinds,
	tables,
	type Untyped,
	untyped,
} from '../../content/tables.ts';
import type { Db } from '../../db/database.ts';
import { isId } from '../../db/engine.ts';

/** An item of a course with the items under it, in display order. */
export interface TreeItem {
	kind: ResourceWord;
	id: string;
	name: string;
	order: number;
	/** Always true for a course, which has no draft state. */
	published: boolean;
	free: boolean;
	url: string | null;
	/** The content of an uploaded file that exists. */
	sha256: string | null;
	/** Why the file could not be read. */
	problem: string | null;
	pages: number | null;
	/** The number of pages on the cover. */
	statedPages: number | null;
	/** Paper, marking scheme, … of a past paper. */
	form: string | null;
	price: number | null;
	/** The subject of a past paper. */
	subjectId: string | null;
	parent: TreeItem | undefined;
	children: TreeItem[];
}

/** Selects the rows of a kind in a course; those that link to a file, with the facts of the file. */
const selectRows = (db: Db, key: ResourceKey, courseId: string): Promise<Untyped[]> => {
	const { table } = tables[key];
	const rows = untyped(db)
		.selectFrom(table)
		.selectAll(table)
		.where(`${table}.course_id`, '=', courseId)
		.orderBy('order_num')
		.orderBy('name_key')
		.orderBy(`${table}.id`);
	if (!linkKeys().includes(key)) return rows.execute();
	// The key in a link to an uploaded file: /files/<64 digits>.
	const isLinked = sql`files.key = substr(${sql.ref(`${table}.url`)}, 8, 64)`;
	return rows
		.leftJoin('files', (join: Untyped) => join.on(isLinked))
		.leftJoin('insides', 'insides.sha256', 'files.sha256')
		.select([
			'files.sha256',
			'insides.state',
			'insides.problem',
			'insides.pages',
			'insides.stated_pages',
		])
		.execute();
};

const toItem = (key: ResourceKey, row: Untyped, parent: TreeItem | undefined): TreeItem => {
	const isRead = row.state && row.state !== 'waiting';
	return {
		kind: resources[key].word,
		id: row.id,
		name: row.name,
		order: row.order_num,
		published: row.published ?? true,
		free: row.free ?? false,
		url: row.url ?? null,
		sha256: row.sha256 ?? null,
		problem: isRead ? row.problem : null,
		pages: isRead ? row.pages : null,
		statedPages: isRead ? row.stated_pages : null,
		form: row.kind ?? null,
		price: row.price ?? null,
		subjectId: key === 'pastPapers' ? row.subject_id : null,
		parent,
		children: [],
	};
};

/** Reads a course with everything in it, one statement for each kind; undefined for an unknown course. */
export const readCourseTree = async (db: Db, courseId: string): Promise<TreeItem | undefined> => {
	if (!isId(courseId)) return undefined;
	const query = db.selectFrom('courses').selectAll().where('id', '=', courseId);
	const row = await query.executeTakeFirst();
	if (!row) return undefined;
	const course = toItem('courses', row, undefined);
	const byId = new Map([[courseId, course]]);
	for (const key of descendantKinds('courses')) {
		const { column } = tables[parentKinds(key).at(-1) as ResourceKey];
		for (const row of await selectRows(db, key, courseId)) {
			const parent = byId.get(row[column]);
			const item = toItem(key, row, parent);
			byId.set(item.id, item);
			parent?.children.push(item);
		}
	}
	return course;
};

/** Iterates over an item and everything under it, in display order. */
export function* walk(item: TreeItem): Generator<TreeItem> {
	yield item;
	for (const child of item.children) yield* walk(child);
}
