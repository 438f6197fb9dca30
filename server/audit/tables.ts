/** One action of an actor. The database refuses to change or delete a row. `before`, `after`, `details` and `parents` are JSON. */
export interface AuditLogRow {
	/** UUIDv7 of the moment `at`: the order of the list, and the bounds of any range of days. */
	id: string;
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
}

declare module '../db/schema.ts' {
	interface Schema {
		audit_log: AuditLogRow;
	}
}
