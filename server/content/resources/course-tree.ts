import { sql } from 'kysely';
import type { FileExtension } from '#shared/contract/content/files.ts';
import {
	type ResourceKey,
	type ResourceWord,
	resources,
} from '#shared/contract/content/resources.ts';
import type { Db } from '../../platform/db/database.ts';
import { isId } from '../../platform/db/engine.ts';
import {
	linkKeys,
	listDescendantKinds,
	listParentKinds,
	tables,
	type Untyped,
	untyped,
} from './tables.ts';

/** An uploaded file that exists. */
export interface TreeFile {
	key: string;
	sha256: string;
	name: string;
	ext: FileExtension;
	size: number;
}

/** An item of a course with the items under it, in display order. */
export interface TreeItem {
	kind: ResourceWord;
	id: string;
	name: string;
	order: number;
	/** Always true for a course, which has no draft state. */
	published: boolean;
	/** When learners first see it, if published; null means now. */
	visibleFrom: string | null;
	/** Whether learners see it now, if they see its parents. */
	isShown: boolean;
	free: boolean;
	url: string | null;
	file: TreeFile | null;
	/** Why the file could not be read. */
	problem: string | null;
	pages: number | null;
	/** The number of pages on the cover. */
	statedPages: number | null;
	/** Paper, marking scheme, … of a past paper. */
	form: string | null;
	price: number | null;
	/** The stored row, for columns of one kind. */
	row: Untyped;
	/** The subject of a past paper. */
	subjectId: string | null;
	parent: TreeItem | undefined;
	children: TreeItem[];
}

/** Selects the rows of a kind with a value; those that link to a file, with the facts of the file. */
const selectRows = (
	db: Db,
	key: ResourceKey,
	column: 'course_id' | 'id',
	value: string,
): Promise<Untyped[]> => {
	const { table } = tables[key];
	const rows = untyped(db)
		.selectFrom(table)
		.selectAll(table)
		.where(`${table}.${column}`, '=', value)
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
			'files.key',
			'files.sha256',
			'files.ext',
			'files.size',
			'files.name as file_name',
			'insides.state',
			'insides.problem',
			'insides.pages',
			'insides.stated_pages',
		])
		.execute();
};

/** Returns whether a row is shown to learners by itself, now. Every answer for learners uses it. */
const isPublished = ({ published = true, visible_from = null }: Untyped): boolean =>
	published && (visible_from === null || Date.parse(visible_from) <= Date.now());

const toItem = (key: ResourceKey, row: Untyped, parent: TreeItem | undefined): TreeItem => {
	const isRead = row.state && row.state !== 'waiting';
	return {
		kind: resources[key].slug,
		id: row.id,
		name: row.name,
		order: row.order_num,
		published: row.published ?? true,
		visibleFrom: row.visible_from ?? null,
		isShown: isPublished(row),
		free: row.free ?? false,
		url: row.url ?? null,
		file: row.sha256
			? {
					key: row.key,
					sha256: row.sha256,
					name: row.file_name,
					ext: row.ext,
					size: Number(row.size),
				}
			: null,
		problem: isRead ? row.problem : null,
		pages: isRead ? row.pages : null,
		statedPages: isRead ? row.stated_pages : null,
		form: row.kind ?? null,
		price: row.price ?? null,
		row,
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
	for (const key of listDescendantKinds('courses')) {
		const { column } = tables[listParentKinds(key).at(-1) as ResourceKey];
		for (const row of await selectRows(db, key, 'course_id', courseId)) {
			const parent = byId.get(row[column]);
			const item = toItem(key, row, parent);
			byId.set(item.id, item);
			parent?.children.push(item);
		}
	}
	return course;
};

/** Reads a topic or past paper with its parent; undefined for another id. */
export const readItemWithParent = async (db: Db, id: string): Promise<TreeItem | undefined> => {
	if (!isId(id)) return undefined;
	for (const key of linkKeys()) {
		const [row] = await selectRows(db, key, 'id', id);
		if (!row) continue;
		const parentKey = listParentKinds(key).at(-1) as ResourceKey;
		const [parent] = await selectRows(db, parentKey, 'id', row[tables[parentKey].column]);
		return toItem(key, row, toItem(parentKey, parent, undefined));
	}
	return undefined;
};

/** Iterates over an item and everything under it, in display order. */
export function* walk(item: TreeItem): Generator<TreeItem> {
	yield item;
	for (const child of item.children) yield* walk(child);
}

/** Returns whether an item and its parents are shown by a rule. */
export const isVisibleBy = (
	item: TreeItem | undefined,
	isShown: (item: TreeItem) => boolean,
): boolean => !item || (isShown(item) && isVisibleBy(item.parent, isShown));

/** Returns whether learners see an item: it and its parents are shown. */
export const isVisible = (item: TreeItem) => isVisibleBy(item, ({ isShown }) => isShown);

/** Returns whether learners open an item without a payment: it or its subject is free. */
export const isFree = ({ free, parent }: TreeItem) => free || parent?.free === true;

/** Lists the ids of the courses that learners see: those in which a subject or an exam set is shown. */
export const listVisibleCourses = async (db: Db): Promise<Set<string>> => {
	const ids = new Set<string>();
	for (const key of listDescendantKinds('courses').filter(
		(each) => listParentKinds(each).length === 1,
	)) {
		const rows: Untyped[] = await untyped(db)
			.selectFrom(tables[key].table)
			.select(['course_id', 'published', 'visible_from'])
			.distinct()
			.execute();
		for (const row of rows) if (isPublished(row)) ids.add(row.course_id);
	}
	return ids;
};
