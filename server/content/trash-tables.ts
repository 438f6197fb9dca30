/**
 * What was deleted together. `parents`, `counts` and `detached` are JSON: what the item lay under, outermost
 * first (`ItemRef`), how many of each kind went with it, and what is to refer again, or be referred to, when it is restored (`Link`).
 */
export interface DeletionRow {
	id: string;
	at: string;
	/** Kind and id in one text, as in the audit trail. */
	actor: string;
	actor_name: string;
	/** The kind of the item by its word in addresses. */
	kind: string;
	item_id: string;
	name: string | null;
	name_key: string | null;
	parents: string;
	counts: string;
	detached: string;
}

/** A row that is in the trash: place 0 is the deleted item itself, parents stand before what lies under them. */
export interface TrashRow {
	deletion_id: string;
	n: number;
	kind: string;
	item_id: string;
	/** Its link, so that the file behind it is kept. */
	url: string | null;
	/** The row as JSON, with the values that queries answer: the same on both engines. */
	item: string;
}

declare module '../db/schema.ts' {
	interface Schema {
		deletions: DeletionRow;
		trash_rows: TrashRow;
	}
}
