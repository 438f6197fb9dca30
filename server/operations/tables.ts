import type { OperationAction } from '#shared/contract/bulk-actions.ts';
import type { ResourceKey } from '#shared/contract/resources.ts';

/** What somebody does to many items of a kind, or takes back of it. */
export interface OperationRow {
	id: string;
	kind: ResourceKey;
	action: OperationAction;
	/** As JSON: of a move where to, the ids by their names in an address; of an undo `of`, the action that it takes back; of a publish what may be published. */
	target: string | null;
	/** The operation that this one takes back. */
	undo_of: string | null;
	/** Kind and id in one text, as in `person:0198…`. */
	actor: string;
	actor_name: string;
	actor_role: string | null;
	address: string | null;
	request_id: string | null;
	total: number;
	at: string;
	/** When each of its rows was done or had failed; null until then. */
	finished_at: string | null;
}

/** One item of an operation, in the order asked. */
export interface OperationItemRow {
	operation: string;
	/** From 1. */
	n: number;
	/** Of one that is to be created: any id of the caller's, until it is. */
	item_id: string;
	name: string | null;
	state: 'pending' | 'done' | 'failed';
	/** Why it failed, as a call about it alone would have been refused. */
	code: string | null;
	error: string | null;
	/** What an undo needs: the fields that were changed as they were, as JSON; what a create that waits is to make. */
	before: string | null;
	/** The item's version after it. */
	version: number | null;
	/** The deletion that it made. */
	deletion: string | null;
}

declare module '../db/schema.ts' {
	interface Schema {
		operations: OperationRow;
		operation_rows: OperationItemRow;
	}
}
