import type { Key } from '#shared/contract/platform/keys.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db, Trx } from '../db/database.ts';
import { notFound } from '../errors.ts';
import { parseKeyRole } from '../identity/keys.ts';

/** Lists all keys, newest first, or the key of an id, or those of a person. */
export const listKeys = async (
	db: Db,
	{ id, owner }: { id?: string; owner?: string } = {},
): Promise<Key[]> => {
	let all = db
		.selectFrom('api_keys')
		.leftJoin('people', 'people.id', 'api_keys.reference_id')
		.selectAll('api_keys')
		.select('people.name as created_by')
		.orderBy('api_keys.id', 'desc');
	if (id !== undefined) all = all.where('api_keys.id', '=', id);
	if (owner !== undefined) all = all.where('api_keys.reference_id', '=', owner);
	const rows = await all.execute();
	return rows.map((row) => ({
		id: row.id,
		name: row.name ?? '',
		role: parseKeyRole(row.metadata),
		start: row.start ?? '',
		created_by: row.created_by,
		created_at: row.created_at,
		expires_at: row.expires_at ?? row.created_at,
		last_used_at: row.last_request,
	}));
};

const toAuditItem = ({ id, name }: Key) => ({ kind: 'key' as const, id, name });

/** Records a key that better-auth has just created, and returns it. */
export const recordCreatedKey = async (
	trx: Trx,
	context: AuditContext,
	id: string,
): Promise<Key> => {
	const [key] = await listKeys(trx, { id });
	if (!key) throw new Error('The created key no longer exists.');
	const { name, role, expires_at } = key;
	recordAudit(trx, context, {
		action: 'create',
		item: toAuditItem(key),
		after: { name, role, expires_at },
	});
	return key;
};

/** Revokes a key and records it. Fails with 404 if the key no longer exists. */
export const revokeKey = async (trx: Trx, context: AuditContext, key: Key) => {
	const removed = await trx.deleteFrom('api_keys').where('id', '=', key.id).executeTakeFirst();
	if (removed.numDeletedRows === 0n) throw notFound('Key');
	const { name, role, expires_at } = key;
	recordAudit(trx, context, {
		action: 'delete',
		item: toAuditItem(key),
		before: { name, role, expires_at },
	});
};

/** Transfers a key to another administrator. */
export const transferKey = async (
	trx: Trx,
	context: AuditContext,
	key: Key,
	to: { id: string; name: string },
) => {
	await trx
		.updateTable('api_keys')
		.set({ reference_id: to.id, updated_at: new Date().toISOString() })
		.where('id', '=', key.id)
		.execute();
	recordAudit(trx, context, {
		action: 'update',
		item: toAuditItem(key),
		before: { created_by: key.created_by },
		after: { created_by: to.name },
	});
};
