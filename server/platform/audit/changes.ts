import { bySlug, type ResourceWord } from '#shared/contract/content/resources.ts';
import { changeCalls } from '#shared/contract/platform/calls.ts';
import {
	CHANGES_DAYS,
	type ChangeKind,
	type Changes,
	changeKinds,
} from '#shared/contract/platform/changes.ts';
import { answerCalls } from '../api/calls.ts';
import { readPage } from '../api/page.ts';
import type { Database, Db } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { createAuditId, findNewestAuditId, parseIdTime } from './audit-log.ts';

const DAY_MS = 86_400_000;

/** Returns the kind of a change in the audit trail. */
const toAuditKind = (kind: ChangeKind) =>
	kind === 'transactions' ? 'transaction' : bySlug[kind as ResourceWord].auditKind;

const kindOf = Object.fromEntries(changeKinds.map((kind) => [toAuditKind(kind), kind]));

/** Returns the kinds to list. Throws `forbidden` for payments that the caller may not read. */
const pickKinds = (kinds: string | undefined, mayReadPayments: boolean) => {
	const wanted = (kinds?.split(',') as ChangeKind[] | undefined) ?? changeKinds;
	if (kinds !== undefined && !mayReadPayments && wanted.includes('transactions'))
		throw new AppError('forbidden', 'You may not read payments.');
	return wanted.filter((kind) => mayReadPayments || kind !== 'transactions');
};

/** Lists changes after an id. Ids are in the order of commits, so that no later commit adds one below `next`. */
const listChanges = async (
	db: Db,
	after: string,
	kinds: readonly ChangeKind[],
	limit: number,
): Promise<Changes> => {
	const newest = (await findNewestAuditId(db)) ?? after;
	const rows = await db
		.selectFrom('audit_log')
		.select(['id', 'at', 'item_kind', 'item_id', 'action', 'details'])
		.where('id', '>', after)
		.where('id', '<=', newest)
		.where('item_kind', 'in', kinds.map(toAuditKind))
		.orderBy('id')
		.limit(limit)
		.execute();
	const last = rows.length < limit ? newest : (rows.at(-1)?.id ?? newest);
	return {
		changes: rows.map(({ item_kind, item_id, details, ...row }) => ({
			id: row.id,
			at: row.at,
			kind: kindOf[item_kind] as ChangeKind,
			// A new order of several items names them in its details.
			item_id: item_id ?? JSON.parse(details ?? '{}').moved?.[0]?.id ?? null,
			action: row.action,
		})),
		next: last > after ? last : after,
	};
};

/** Adds the call that lists what changed. */
export const changesRoutes = (api: Api, database: Database, now: () => number) => {
	answerCalls(api, { database }, changeCalls, {
		listChanges: async (request) => {
			const { after, kinds, limit } = request.query;
			const readable = pickKinds(kinds, request.caller?.may.has('payments:read') === true);
			if (after !== undefined && parseIdTime(after) < now() - CHANGES_DAYS * DAY_MS)
				throw new AppError('start_again');
			const { read } = database;
			if (after === undefined)
				return { changes: [], next: (await findNewestAuditId(read)) ?? createAuditId() };
			return listChanges(read, after, readable, readPage({ limit }, 100).limit);
		},
	});
};
