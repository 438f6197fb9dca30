/** Every table, by its name. Whoever owns one adds it here by declaration merging, beside its row. */
export interface Schema {
	/** The steps of the schema that were taken; Kysely's own. */
	kysely_migration: { name: string; timestamp: string };
}
