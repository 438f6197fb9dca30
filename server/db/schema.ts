/** Every table, by its name. Whoever owns one adds it here by declaration merging, beside its row. */
export interface Schema {
	kysely_migration: { name: string; timestamp: string };
}
