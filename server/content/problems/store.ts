import { randomUUIDv7 } from 'node:crypto';
import type {
	Problem,
	ProblemClosing,
	ProblemInput,
	ProblemsClosed,
	ProblemsClosing,
	ProblemsQuery,
	ProblemsReopening,
} from '#shared/contract/content/problems.ts';
import { bySlug, type ResourceWord } from '#shared/contract/content/resources.ts';
import { maskPhonesIn } from '#shared/hidden-phones.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { readPage } from '../../platform/api/page.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { formatActor } from '../../platform/audit-context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { countTotal, isId, lockRows } from '../../platform/db/engine.ts';
import { AppError, conflict, notFound } from '../../platform/errors.ts';
import { isVisible, readItemWithParent } from '../resources/course-tree.ts';
import { listPlacedItems, type PlacedItem } from '../resources/placed-items.ts';
import { findKeyBySlug, linkKeys, tables, untyped } from '../resources/tables.ts';

/** A problem that a learner reported about an item. Phone numbers in the texts are masked. */
interface ProblemRow {
	id: string;
	item_kind: ResourceWord;
	item_id: string;
	kind: Problem['kind'];
	text: string | null;
	created_at: string;
	closed_at: string | null;
	closed_as: ProblemClosing['as'] | null;
	closed_by: string | null;
	closed_name: string | null;
	reason: string | null;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		problems: ProblemRow;
	}
}

const placeItems = async (db: Db, rows: readonly ProblemRow[]) => {
	const items = rows.map(({ item_kind, item_id }) => ({
		key: findKeyBySlug(item_kind),
		id: item_id,
	}));
	return new Map((await listPlacedItems(db, items)).map((item) => [item.id, item]));
};

const toAuditItem = (id: string, { kind, id: itemId, name, path }: PlacedItem) => ({
	kind: 'problem' as const,
	id,
	name,
	parents: [...path, { kind, id: itemId, name }].map((each) => ({
		...each,
		kind: bySlug[each.kind].auditKind,
	})),
});

/** Stores a problem with an item that learners see. Rejects with `not_found` for any other item. */
export const reportProblem = async ({ trx, context, now }: Acting, input: ProblemInput) => {
	const item = await readItemWithParent(trx, input.item_id);
	if (!item || !isVisible(item)) throw notFound('Item');
	const row: ProblemRow = {
		id: randomUUIDv7(),
		item_kind: item.kind,
		item_id: item.id,
		kind: input.kind,
		text: maskPhonesIn(input.text || null),
		created_at: new Date(now).toISOString(),
		closed_at: null,
		closed_as: null,
		closed_by: null,
		closed_name: null,
		reason: null,
	};
	await trx.insertInto('problems').values(row).execute();
	const placed = (await placeItems(trx, [row])).get(item.id) as PlacedItem;
	const { kind, text } = row;
	recordAudit(trx, context, {
		action: 'create',
		item: toAuditItem(row.id, placed),
		after: { kind, ...(text && { text }) },
	});
};

const toProblem = (row: ProblemRow, { kind, id, name, path }: PlacedItem): Problem => ({
	id: row.id,
	item: { kind, id, name, path },
	kind: row.kind,
	text: row.text,
	created_at: row.created_at,
	closed:
		row.closed_at === null
			? null
			: {
					as: row.closed_as as ProblemClosing['as'],
					reason: row.reason,
					at: row.closed_at,
					by: row.closed_name ?? '',
				},
});

/** Lists the problems of items outside the trash, newest first. */
export const listProblems = async (db: Db, { state, kind, item_id, ...paging }: ProblemsQuery) => {
	if (item_id !== undefined && !isId(item_id)) return { data: [], total: 0 };
	let found = db
		.selectFrom('problems')
		.where((eb) =>
			eb.or(
				linkKeys().map((key) =>
					eb('item_id', 'in', untyped(db).selectFrom(tables[key].table).select('id')),
				),
			),
		);
	if (state) found = found.where('closed_at', state === 'open' ? 'is' : 'is not', null);
	if (kind) found = found.where('kind', '=', kind);
	if (item_id !== undefined) found = found.where('item_id', '=', item_id);
	const { limit, offset } = readPage(paging);
	const rows = await found.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
	const items = await placeItems(db, rows);
	return {
		data: rows.flatMap((row) => {
			const item = items.get(row.item_id);
			return item ? [toProblem(row, item)] : [];
		}),
		total: await countTotal(found),
	};
};

/** Locks a problem; returns its row and its item. Rejects with `not_found` for an unknown one. */
const lockProblem = async (trx: Trx, id: string) => {
	const query = trx.selectFrom('problems').selectAll().where('id', '=', id);
	const row = isId(id) ? await lockRows(trx, query, 'change').executeTakeFirst() : undefined;
	const item = row && (await placeItems(trx, [row])).get(row.item_id);
	if (!item) throw notFound('Problem');
	return { row, item };
};

/** Closes a problem. Rejects with `not_found` for an unknown one, and with `conflict` for a closed one. */
export const closeProblem = async (
	{ trx, context, now }: Acting,
	id: string,
	{ as, reason }: ProblemClosing,
) => {
	const { row, item } = await lockProblem(trx, id);
	if (row.closed_at !== null) throw conflict(`${row.closed_name} has already closed this problem.`);
	const closed = {
		closed_at: new Date(now).toISOString(),
		closed_as: as,
		closed_by: formatActor(context.actor),
		closed_name: context.actor.name,
		reason: maskPhonesIn(reason || null),
	};
	await trx.updateTable('problems').set(closed).where('id', '=', id).execute();
	recordAudit(trx, context, {
		action: 'close',
		item: toAuditItem(id, item),
		details: { as, ...(closed.reason && { reason: closed.reason }) },
	});
	return toProblem({ ...row, ...closed }, item);
};

const OPEN = {
	...{ closed_at: null, closed_as: null, closed_by: null, closed_name: null, reason: null },
} as const;

/** Opens a closed problem again. Rejects with `not_found` for an unknown one, and with `conflict` for an open one. */
const reopenProblem = async ({ trx, context }: Acting, id: string) => {
	const { row, item } = await lockProblem(trx, id);
	if (row.closed_at === null) throw conflict('This problem is open.');
	await trx.updateTable('problems').set(OPEN).where('id', '=', id).execute();
	recordAudit(trx, context, { action: 'reopen', item: toAuditItem(id, item) });
	return toProblem({ ...row, ...OPEN }, item);
};

/** Changes many problems, each on its own and with an audit row. Refused ones have their reason in the answer. */
const changeEach = async (
	ids: readonly string[],
	change: (id: string) => Promise<Problem>,
): Promise<ProblemsClosed> => {
	const results: ProblemsClosed['results'] = [];
	for (const id of new Set(ids)) {
		try {
			const { item } = await change(id);
			results.push({ id, name: item.name, ok: true, code: null, error: null });
		} catch (error) {
			if (!(error instanceof AppError)) throw error;
			results.push({ id, name: null, ok: false, code: error.code, error: error.message });
		}
	}
	const done = results.filter(({ ok }) => ok).length;
	return { done, failed: results.length - done, results };
};

/** Closes many problems. */
export const closeProblems = (acting: Acting, { ids, ...closing }: ProblemsClosing) =>
	changeEach(ids, (id) => closeProblem(acting, id, closing));

/** Opens many problems again, such as all that one answer closed. */
export const reopenProblems = (acting: Acting, { ids }: ProblemsReopening) =>
	changeEach(ids, (id) => reopenProblem(acting, id));
