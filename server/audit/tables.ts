/**
 * One thing that somebody did. Append-only: the database refuses to change or remove a row. `before`,
 * `after`, `details` and `parents` are JSON text, exactly as it was hashed.
 */
export interface AuditLogRow {
	/** UUIDv7 of the moment `at`: the order of the list, and the bounds of any range of days. */
	id: string;
	/** The chain that the row belongs to, and its place in it, from 1: see `chained`. */
	chain: string;
	seq: number;
	at: string;
	action: string;
	/** Kind and id in one text, as in `person:0198…`. */
	actor: string;
	actor_name: string;
	actor_role: string | null;
	address: string | null;
	request_id: string | null;
	item_kind: string;
	item_id: string | null;
	item_name: string | null;
	/** What the item lies under, outermost first: `[{"kind", "id", "name"}]`. */
	parents: string | null;
	before: string | null;
	after: string | null;
	details: string | null;
	/**
	 * Of the first row of a chain: the ends of other chains that no first row before it holds, as
	 * `[[chain, seq, hash]]`; null elsewhere, and where there are none.
	 */
	heads: string | null;
	/** SHA-256 of the row and of the hash before it in its chain. */
	hash: string;
}

/** The last row of each chain, kept by the database itself as rows come in. */
export interface AuditHeadRow {
	chain: string;
	seq: number;
	hash: string;
}

declare module '../db/schema.ts' {
	interface Schema {
		audit_log: AuditLogRow;
		audit_heads: AuditHeadRow;
	}
}
