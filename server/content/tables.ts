import type { Generated } from 'kysely';

/** What every row of content has. Instants are ISO 8601 UTC text on both engines. */
export interface ContentRow {
	id: string;
	name: string;
	/** `nameKey(name)`: what search and order go by, the same on both engines. */
	name_key: string;
	order_num: number;
	/** Grows by one with every change of the row; the ETag. */
	version: Generated<number>;
	created_at: string;
	updated_at: string;
}

/** The tables of content, which each kind adds its own to. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface ContentTables {}

declare module '../db/schema.ts' {
	interface Schema extends ContentTables {}
}
