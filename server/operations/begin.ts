import { randomUUIDv7 } from 'node:crypto';
import type { OperationAction } from '#shared/contract/bulk-actions.ts';
import type { ResourceKey } from '#shared/contract/resources.ts';
import { type AuditContext, actorText } from '../audit-context.ts';
import type { Trx } from '../db/database.ts';
import { inChunks } from '../in-chunks.ts';
import type { OperationRow } from './tables.ts';

/** What is asked for. */
export interface Asked {
	kind: ResourceKey;
	action: OperationAction;
	/** Where a move goes to, what an undo is of, or how a publish deals with what is not ready. */
	target?: Record<string, string | boolean | undefined> | undefined;
	undoOf?: string;
}

/** Writes an operation down, in the transaction that gives it its rows. */
export const begin = async (
	trx: Trx,
	{ kind, action, target, undoOf }: Asked,
	{ actor, address, requestId }: AuditContext,
	now: number,
): Promise<OperationRow> => {
	const row: OperationRow = {
		id: randomUUIDv7(),
		kind,
		action,
		target: target ? JSON.stringify(target) : null,
		undo_of: undoOf ?? null,
		actor: actorText(actor),
		actor_name: actor.name,
		actor_role: actor.role ?? null,
		address,
		request_id: requestId,
		total: 0,
		at: new Date(now).toISOString(),
		finished_at: null,
	};
	await trx.insertInto('operations').values(row).execute();
	return row;
};

/** Says how many items an operation has; resolves to that. */
export const setTotal = async (trx: Trx, id: string, total: number) => {
	await trx.updateTable('operations').set({ total }).where('id', '=', id).execute();
	return total;
};

/** Gives an operation these items, in this order, each once; resolves to how many they are. */
export const giveIds = async (trx: Trx, operation: string, ids: readonly string[]) => {
	const each = [...new Set(ids)];
	const rows = each.map((item_id, at) => ({
		operation,
		n: at + 1,
		item_id,
		state: 'pending' as const,
	}));
	await inChunks(rows, (chunk) => trx.insertInto('operation_rows').values(chunk).execute());
	return setTotal(trx, operation, each.length);
};

/** An item to be created, and where. */
export interface NewItem {
	/** What the caller calls it until it is there. */
	id: string;
	name: string | null;
	/** The ids of what it comes under, by their names in an address. */
	place: Record<string, string>;
	fields: Record<string, unknown>;
	/** The item that it comes under, where the operation made that too: an undo takes it back once nothing is in it. */
	parent?: { id: string; version: number };
}

/** Gives an operation these items to create, in this order; resolves to how many they are. */
export const giveNew = async (trx: Trx, operation: string, items: readonly NewItem[]) => {
	let n = 0;
	await inChunks(items, (chunk) =>
		trx
			.insertInto('operation_rows')
			.values(
				chunk.map(({ id, name, ...made }) => ({
					operation,
					n: ++n,
					item_id: id,
					name,
					state: 'pending' as const,
					before: JSON.stringify(made),
				})),
			)
			.execute(),
	);
	return setTotal(trx, operation, items.length);
};
