import { sql } from 'kysely';
import type { ContentKind } from '#shared/contract/content/resources.ts';
import {
	AUDIT_LIMIT_DEFAULT,
	type AuditActor,
	type AuditPage,
	type AuditQuery,
	type AuditRow,
} from '#shared/contract/platform/audit.ts';
import { getDayStart, parseDay } from '#shared/east-africa-time.ts';
import { parseActor } from '../audit-context.ts';
import type { Db } from '../db/database.ts';
import { isId } from '../db/engine.ts';
import { type AuditLogRow, buildFirstId } from './audit-log.ts';

const read = <T>(text: string | null) => (text === null ? null : (JSON.parse(text) as T));

const toWire = (row: AuditLogRow): AuditRow => {
	const { kind, id, name } = parseActor(row.actor, row.actor_name);
	return {
		id: row.id,
		at: row.at,
		action: row.action,
		actor: { kind, id, name, role: row.actor_role },
		address: row.address,
		request_id: row.request_id,
		item: {
			kind: row.item_kind,
			id: row.item_id,
			name: row.item_name,
			parents: read<[]>(row.parents) ?? [],
		},
		before: read(row.before),
		after: read(row.after),
		details: read(row.details),
	};
};

const toBounds = ({ from, to, before }: AuditQuery) => {
	const first = from === undefined ? undefined : parseDay(from);
	const last = to === undefined ? undefined : parseDay(to);
	const ends = [before, last === undefined ? undefined : buildFirstId(getDayStart(last + 1))];
	return {
		from: first === undefined ? '' : buildFirstId(getDayStart(first)),
		before: ends.filter((end) => end !== undefined).sort()[0],
	};
};

const hasOperation = (operation?: string) => {
	const pattern = `%"operation":${operation === undefined ? '"' : JSON.stringify(operation)}%`;
	return sql<boolean>`coalesce(details, '') like ${pattern}`;
};

/** Kinds of rows that summarise an operation or import of many items. */
const SUMMARIES = ['operation', 'catalogue'];

/** Lists audit rows, newest first. Without filters, rows of bulk actions and imports are left out next to their summary. */
export const listAudit = async (db: Db, query: AuditQuery): Promise<AuditPage> => {
	const limit = Number(query.limit ?? AUDIT_LIMIT_DEFAULT);
	const { from, before } = toBounds(query);
	const { operation } = query;
	let rows = db.selectFrom('audit_log').selectAll().where('id', '>=', from);
	if (before !== undefined) rows = rows.where('id', '<', before);
	for (const column of ['actor', 'action', 'item_kind', 'item_id'] as const) {
		const value = query[column];
		if (value !== undefined) rows = rows.where(column, '=', value);
	}
	if (operation !== undefined)
		rows = rows.where(hasOperation(operation)).where('item_kind', 'not in', SUMMARIES);
	else if (!query.item_id && !query.item_kind && !query.action)
		rows = rows.where((eb) => eb.or([eb('item_kind', 'in', SUMMARIES), eb.not(hasOperation())]));
	const page = await rows
		.orderBy('id', 'desc')
		.limit(limit + 1)
		.execute();
	const data = page.slice(0, limit).map(toWire);
	return { data, next: page.length > limit ? (data.at(-1)?.id ?? null) : null };
};

/** Lists the history of one item of content, newest first, without network addresses and request ids. */
export const listHistory = async (
	db: Db,
	kind: ContentKind,
	query: Pick<AuditQuery, 'before' | 'limit'> & { id: string },
): Promise<AuditPage> => {
	const { id: item_id, before, limit } = query;
	const page = await listAudit(db, { item_kind: kind, item_id, before, limit });
	return { ...page, data: page.data.map((row) => ({ ...row, address: null, request_id: null })) };
};

/** Returns one row; undefined when there is none. */
export const findAudit = async (db: Db, id: string) => {
	const row = isId(id)
		? await db.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst()
		: undefined;
	return row && toWire(row);
};

/** Lists every actor in the audit trail with their newest name, sorted by name. */
export const listAuditActors = async (db: Db): Promise<AuditActor[]> => {
	const rows: AuditActor[] = await db
		.selectFrom('audit_log')
		.select(['actor', 'actor_name as name', 'actor_role as role'])
		.where('id', 'in', (last) =>
			last
				.selectFrom('audit_log')
				.select((eb) => eb.fn.max('id').as('id'))
				.groupBy('actor'),
		)
		.execute();
	// Sorted here because the collation of the database may differ.
	const keyOf = ({ name, actor }: AuditActor) => `${name?.toLowerCase() ?? ''}\n${actor}`;
	return rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};
