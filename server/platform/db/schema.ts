/** Every table by name. The module that owns a table adds it here by declaration merging, next to its row type. */
export interface Schema {
	kysely_migration: { name: string; timestamp: string };
}
