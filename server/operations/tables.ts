import type { OperationAction } from '#shared/contract/bulk-actions.ts';
import type { ResourceKey } from '#shared/contract/resources.ts';

/** A bulk action, or its undo. */
export interface OperationRow {
	id: string;
	kind: ResourceKey;
	action: OperationAction;
	/** JSON: the new parents of a move (`Ids`), the undone action of an undo (`of`), the `PublishRule` of a publish. */
	target: string | null;
	undo_of: string | null;
	actor: string;
	actor_name: string;
	total: number;
	at: string;
}

/** One item of an operation, in request order. */
export interface OperationItemRow {
	operation: string;
	n: number;
	item_id: string;
	name: string | null;
	state: 'pending' | 'done' | 'failed';
	code: string | null;
	error: string | null;
	/** JSON: what an undo needs, such as the changed fields as they were; the `NewItem` of a create that is pending. */
	before: string | null;
	version: number | null;
	deletion: string | null;
}

declare module '../db/schema.ts' {
	interface Schema {
		operations: OperationRow;
		operation_rows: OperationItemRow;
	}
}
