import type { ResourceKey } from '#shared/contract/content/resources.ts';
import {
	EDITORS_PUBLISH,
	EDITORS_RESTORE,
	type KeyRole,
	listPermissions,
} from '#shared/contract/platform/access.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { hasColumn, listDescendantKinds, tables, untyped } from './tables.ts';

/** The column of published items; a course has none, and counts as published if anything in it is. */
const PUBLISHED = 'published';

interface Row {
	id: string;
	name?: string | null;
	[column: string]: unknown;
}

/** Returns whether an actor works on drafts only. Jobs and commands have no role, and may do everything. */
const isAuthor = ({ actor }: AuditContext) =>
	actor.role !== undefined && !listPermissions(actor.role as KeyRole).includes('content:publish');

const hasPublishedBelow = async (db: Db, key: ResourceKey, id: string) => {
	for (const child of listDescendantKinds(key)) {
		const { table } = tables[child];
		const query = untyped(db).selectFrom(table).select('id').where(tables[key].column, '=', id);
		if (await query.where(PUBLISHED, '=', true).limit(1).executeTakeFirst()) return true;
	}
	return false;
};

/** Returns the values that a new item starts with: a draft, if an author creates it. */
export const startAsDraft = (context: AuditContext, start: Record<string, unknown>) =>
	PUBLISHED in start && isAuthor(context) ? { ...start, [PUBLISHED]: false } : start;

/** Throws `editors_only` if an author would publish: `row` has the new values. */
export const refusePublishing = (context: AuditContext, row: Record<string, unknown>) => {
	if (row[PUBLISHED] && isAuthor(context)) throw new AppError('editors_only', EDITORS_PUBLISH);
};

/** Throws `editors_only` if an author would restore rows of which one was published. */
export const refuseRestoring = (context: AuditContext, rows: readonly Row[]) => {
	if (isAuthor(context) && rows.some((row) => row[PUBLISHED]))
		throw new AppError('editors_only', EDITORS_RESTORE);
};

/** Throws `editors_only` if an author would change, move or delete rows of which one is published. */
export const refusePublished = async (
	db: Db,
	context: AuditContext,
	key: ResourceKey,
	rows: readonly Row[],
) => {
	if (!isAuthor(context)) return;
	for (const row of rows)
		if (hasColumn(key, PUBLISHED) ? row[PUBLISHED] : await hasPublishedBelow(db, key, row.id))
			throw new AppError('editors_only', `“${row.name}” is published. Ask an editor to change it.`);
};
