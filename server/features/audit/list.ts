import { sql } from 'kysely';
import type { AuditActor, AuditPage, AuditRow } from '#shared/contract/audit.ts';
import {
	AUDIT_LIMIT_DEFAULT,
	type AuditQuery,
	auditActions,
	auditKinds,
} from '#shared/contract/audit-query.ts';
import type { ContentKind } from '#shared/contract/resources.ts';
import { dayStart, parseDay } from '#shared/east-africa-time.ts';
import { firstIdAt } from '../../audit/row-id.ts';
import type { AuditLogRow } from '../../audit/tables.ts';
import { actorOf } from '../../audit-context.ts';
import type { Db } from '../../db/database.ts';
import { isId } from '../../db/ids.ts';

const read = <T>(text: string | null) => (text === null ? null : (JSON.parse(text) as T));

/** A row as the API shows it. */
const toWire = (row: AuditLogRow): AuditRow => {
	const { kind, id, name } = actorOf(row.actor, row.actor_name);
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

type Column = 'actor' | 'action' | 'item_kind' | 'item_id';
type Condition = [column: Column, value: string];

/**
 * The conditions to look rows up by, each set the beginning of an index that has the rows in the order
 * of their ids: where a filter leaves out the middle of one, a set for each word that can stand there.
 */
const lookups = ({ actor, action, item_kind, item_id }: AuditQuery): Condition[][] => {
	if (item_id !== undefined) return [[['item_id', item_id]]];
	if (actor === undefined && action === undefined && item_kind === undefined) return [[]];
	const kinds =
		item_kind === undefined && actor === undefined ? Object.keys(auditKinds) : [item_kind];
	const actions = action === undefined ? Object.keys(auditActions) : [action];
	return kinds.flatMap((kind) =>
		actions.map((word) =>
			Object.entries({ actor, item_kind: kind, action: word }).filter(
				(condition): condition is Condition => condition[1] !== undefined,
			),
		),
	);
};

const bounds = ({ from, to, before }: AuditQuery) => {
	const first = from === undefined ? undefined : parseDay(from);
	const last = to === undefined ? undefined : parseDay(to);
	const ends = [before, last === undefined ? undefined : firstIdAt(dayStart(last + 1))];
	return {
		from: first === undefined ? '' : firstIdAt(dayStart(first)),
		before: ends.filter((end) => end !== undefined).sort()[0],
	};
};

/** How details begin to say of which operation a row is, as `JSON.stringify` writes it, for `like`. */
const detailOf = (operation: string) => `%"operation":${JSON.stringify(operation)}%`;

/** The rows that match, newest first: each page is a few looks into an index, however many there are. */
export const listAudit = async (db: Db, query: AuditQuery): Promise<AuditPage> => {
	const limit = Number(query.limit ?? AUDIT_LIMIT_DEFAULT);
	const { from, before } = bounds(query);
	const { skip_operation: skipped } = query;
	const found = lookups(query).map((conditions) => {
		let ids = db.selectFrom('audit_log').select('id').where('id', '>=', from);
		if (before !== undefined) ids = ids.where('id', '<', before);
		for (const [column, value] of conditions) ids = ids.where(column, '=', value);
		// It is read row by row, of which there are as many more as the operation made.
		if (skipped !== undefined)
			ids = ids.where(sql<boolean>`coalesce(details, '') not like ${detailOf(skipped)}`);
		// Of these an item has few that differ; no index is to be chosen by them.
		if (query.item_id !== undefined)
			for (const column of ['item_kind', 'actor', 'action'] as const)
				if (query[column] !== undefined)
					ids = ids.where(sql<boolean>`${sql.ref(column)} || '' = ${query[column]}`);
		return db
			.selectFrom(
				ids
					.orderBy('id', 'desc')
					.limit(limit + 1)
					.as('some'),
			)
			.select('id');
	});
	const ids = found.reduce((all, more) => all.unionAll(more));
	const rows = await db
		.selectFrom('audit_log')
		.selectAll()
		.where('id', 'in', ids)
		.orderBy('id', 'desc')
		.limit(limit + 1)
		.execute();
	const data = rows.slice(0, limit).map(toWire);
	return { data, next: rows.length > limit ? (data.at(-1)?.id ?? null) : null };
};

/**
 * What was ever done to one item of content, newest first, for whoever may edit it: who and what, and
 * neither from where nor by which request.
 */
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

/** Everybody who ever did something, as they were called last, by name. */
export const auditActorsOf = async (db: Db): Promise<AuditActor[]> => {
	const words = sql.join(Object.keys(auditActions).map((word) => sql`(${word})`));
	// From one actor to the next in the index, and to the last row of each, however many there are.
	const { rows } = await sql<AuditActor>`
		with recursive words (word) as (values ${words}), known (actor) as (
			select min(actor) from audit_log
			union all
			select (select min(actor) from audit_log where actor > known.actor)
			from known where known.actor is not null
		)
		select last.actor, last.actor_name as name, last.actor_role as role
		from known join audit_log as last on last.id =
			(select max(latest.id) from (
				select (select max(id) from audit_log where actor = known.actor and action = words.word) as id
				from words
			) as latest)`.execute(db);
	// Here, and not by the database, whose order of letters is its operator's choice.
	const keyOf = ({ name, actor }: AuditActor) => `${name?.toLowerCase() ?? ''}\n${actor}`;
	return rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};
