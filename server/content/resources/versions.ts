import { sql } from 'kysely';
import { versionCalls } from '#shared/contract/content/calls.ts';
import { type AnyResource, getColumn } from '#shared/contract/content/resource.ts';
import type { ItemVersion } from '#shared/contract/content/versions.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { findLastChange } from '../../platform/audit/audit-log.ts';
import { parseActor } from '../../platform/audit-context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { isId } from '../../platform/db/engine.ts';
import { notFound } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { repeatUntilNone } from '../../platform/jobs.ts';
import { pickColumns } from './content-audit.ts';
import type { Row } from './rows.ts';
import type { ContentStores } from './store.ts';
import { isList, parseList, tables } from './tables.ts';

const MOST = 50;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

interface ItemVersionRow {
	item_id: string;
	version: number;
	kind: string;
	at: string;
	until: string;
	actor: string | null;
	actor_name: string | null;
	url: string | null;
	item: string;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		item_versions: ItemVersionRow;
	}
}

const computeOldest = () => new Date(Date.now() - YEAR_MS).toISOString();

const forgetTooMany = (trx: Db, id: string) =>
	trx
		.deleteFrom('item_versions')
		.where('item_id', '=', id)
		.where('version', 'not in', (rows) =>
			rows
				.selectFrom('item_versions')
				.select('version')
				.where('item_id', '=', id)
				.orderBy('version', 'desc')
				.limit(MOST - 1),
		)
		.execute();

/** Stores the current version of an item in the transaction that is about to change it (decision 0087). */
export const storeVersion = async (
	trx: Db,
	{ slug }: AnyResource,
	row: Row,
	columns: readonly string[],
) => {
	const by = await findLastChange(trx, row.id);
	const version: ItemVersionRow = {
		item_id: row.id,
		version: row.version,
		kind: slug,
		at: row.updated_at as string,
		until: new Date().toISOString(),
		actor: by?.actor ?? null,
		actor_name: by?.actor_name ?? null,
		url: (row.url as string | null | undefined) ?? null,
		item: JSON.stringify(pickColumns(row, columns)),
	};
	await trx.insertInto('item_versions').values(version).execute();
	if (row.version >= MOST) await forgetTooMany(trx, row.id);
};

const readFields = (resource: AnyResource, row: Record<string, unknown>) =>
	Object.fromEntries(
		Object.keys(resource.update.shape).flatMap((field) => {
			const column = getColumn(resource, field);
			if (!(column in row)) return [];
			return [[field, isList(resource, field) ? parseList(row[column]) : row[column]]];
		}),
	);

/** Returns the actor of a version, or null if unknown. */
export const readVersionActor = (
	row: { actor: string | null; actor_name: string | null } | undefined,
) => (row?.actor ? parseActor(row.actor, row.actor_name ?? '') : null);

/**
 * Lists the versions of an item, newest first: at most 50, one year back. Rejects with `not_found` if the item does not
 * exist.
 */
const listVersions = async (db: Db, resource: AnyResource, id: string): Promise<ItemVersion[]> => {
	const { table } = tables[resource.key];
	const query = db.selectFrom(table).selectAll().where('id', '=', id);
	const now = isId(id) && (await query.executeTakeFirst());
	if (!now) throw notFound(resource.label);
	const past = await db
		.selectFrom('item_versions')
		.selectAll()
		.where('item_id', '=', id)
		.where('version', '<', now.version)
		.where('until', '>', computeOldest())
		.orderBy('version', 'desc')
		.limit(MOST - 1)
		.execute();
	const present = {
		version: now.version,
		at: now.updated_at,
		by: readVersionActor(await findLastChange(db, id)),
		item: readFields(resource, now),
	};
	return [
		present,
		...past.map(({ item, ...row }) => ({
			version: row.version,
			at: row.at,
			by: readVersionActor(row),
			item: readFields(resource, JSON.parse(item)),
		})),
	];
};

const BATCH = 1_000;

/** Deletes versions that were replaced over a year ago, in batches; resolves to their number. */
export const deleteOldVersions = (write: Database['write'], signal: AbortSignal) =>
	repeatUntilNone(
		() =>
			write(async (trx) => {
				const { numAffectedRows } = await sql`delete from item_versions
					where (item_id, version) in (
						select item_id, version from item_versions where until < ${computeOldest()} limit ${BATCH}
					)`.execute(trx);
				return Number(numAffectedRows);
			}),
		signal,
	);

/** Adds the list of versions. Saving the fields of a version restores it. */
export const addVersionRoutes = (api: Api, database: Database, stores: ContentStores) =>
	answerCalls(api, { database }, versionCalls, {
		listVersions: async ({ params: { kind, id } }) => {
			const store = Object.values(stores).find(({ resource }) => resource.slug === kind);
			if (!store) throw notFound('Kind');
			return listVersions(database.read, store.resource, id);
		},
	});
