import type { Generated } from 'kysely';
import { content } from '#shared/contract/content/content.ts';
import {
	type AnyResource,
	getColumn,
	type ItemOf,
	type PlaceOf,
} from '#shared/contract/content/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import type { z } from '#shared/zod.ts';
import type { Db } from '../../platform/db/database.ts';

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
	? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
	: '';
type Singular<Words extends string> = Words extends `${infer Word}s` ? Word : Words;

/** The table of each kind, and the name of columns with the id of one: `exam_sets` and `exam_set_id`. */
type Tables = {
	readonly [Key in ResourceKey]: {
		readonly table: SnakeCase<Key>;
		readonly column: `${Singular<SnakeCase<Key>>}_id`;
	};
};
export const tables = Object.fromEntries(
	Object.keys(resources).map((key) => {
		const table = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
		return [key, { table, column: `${table.replace(/s$/, '')}_id` }];
	}),
) as Tables;

type ColumnOf<R extends AnyResource, Field> = Field extends keyof R['columns']
	? R['columns'][Field] & string
	: Field;
type ParentColumns = {
	[Key in ResourceKey as (typeof resources)[Key]['param']]: (typeof tables)[Key]['column'];
};
type ParentColumn<R extends AnyResource> = ParentColumns[keyof PlaceOf<R> & keyof ParentColumns];

/**
 * A row of a kind: the scalar fields of an item by column and the ids of its parents. Instants are ISO 8601 text, lists
 * are JSON.
 */
export type RowOf<R extends AnyResource> = {
	[Field in keyof ItemOf<R> as ItemOf<R>[Field] extends readonly string[]
		? ColumnOf<R, Field>
		: ItemOf<R>[Field] extends object
			? never
			: ColumnOf<R, Field>]: Field extends 'version'
		? Generated<number>
		: ItemOf<R>[Field] extends readonly string[]
			? string | null
			: ItemOf<R>[Field];
} & { [Column in ParentColumn<R>]: string } & (ItemOf<R> extends { name: string }
		? {
				/** Sort key of the name, the same on both engines. */
				name_key: string;
				search_text: Generated<string>;
			}
		: unknown);

type Content = typeof content;

/** The tables of content. */
export type ContentTables = {
	[Key in ResourceKey as (typeof tables)[Key]['table']]: RowOf<Content[Key]>;
};

declare module '../../platform/db/schema.ts' {
	interface Schema extends ContentTables {}
}

const listKeys = () => Object.keys(resources) as ResourceKey[];

/** Returns the kind with this slug, as rows store it. */
export const findKeyBySlug = (word: string) =>
	listKeys().find((key) => resources[key].slug === word) as ResourceKey;

/** Returns whether a kind has a field that is stored in this column. */
export const hasColumn = (key: ResourceKey, column: string) => {
	const resource: AnyResource = content[key];
	return Object.keys(resource.item.shape).some((field) => getColumn(resource, field) === column);
};

/** Returns whether items of a kind have a name, and so a `name_key` column. */
export const hasName = (key: ResourceKey) => hasColumn(key, 'name');

/** The common type of the tables of these kinds. */
export type LinkTable = (typeof tables)['topics']['table'];

/** Returns the kinds whose items may link to a file, in `url`. */
export const linkKeys = () => listKeys().filter((key) => hasColumn(key, 'url'));

/** Returns the tables whose rows may link to a file, in `url`. Includes the trash, versions and intakes. */
export const linkTables = () => [
	...linkKeys().map((key) => tables[key].table as LinkTable),
	...(['trash_rows', 'item_versions', 'intake_rows'] as const),
];

const known = new Map<ResourceKey, ResourceKey[]>();

/** Returns the kinds of an item's parents, outermost first. */
export const listParentKinds = (key: ResourceKey): ResourceKey[] => {
	const found =
		known.get(key) ??
		[...resources[key].path.matchAll(/:(\w+)/g)].flatMap(([, param]) =>
			listKeys().filter((each) => resources[each].param === param),
		);
	known.set(key, found);
	return found;
};

/** Returns the kinds of items below a kind. */
export const listDescendantKinds = (key: ResourceKey) =>
	listKeys().filter((each) => listParentKinds(each).includes(key));

/** Returns the columns that the address of a list sets; `toItemColumns` adds those of an item. */
export const toPlaceColumns = (key: ResourceKey, place: Record<string, string>) => {
	const columns: Record<string, string> = {};
	for (const each of listParentKinds(key))
		columns[tables[each].column] = place[resources[each].param] ?? '';
	return columns;
};
export const toItemColumns = (key: ResourceKey, place: Record<string, string>) =>
	Object.assign(toPlaceColumns(key, place), { id: place[resources[key].param] ?? '' });

/** Returns the place of a row, with the parameter names of its item's address. */
export const readPlace = (key: ResourceKey, row: Record<string, unknown> & { id: string }) => {
	const place: Record<string, string> = { [resources[key].param]: row.id };
	for (const each of listParentKinds(key))
		place[resources[each].param] = row[tables[each].column] as string;
	return place;
};

/** A query on a table given as a parameter, which Kysely cannot type. */
// biome-ignore lint/suspicious/noExplicitAny: the shapes going in and out are typed
export type Untyped = any;

/** Returns a handle for tables given as a parameter. */
export const untyped = (db: Db): Untyped => db;

/** Converts a list of texts for a column on both engines: JSON, or null for an empty list. */
export const serializeList = (texts: readonly unknown[]) =>
	texts.length > 0 ? JSON.stringify(texts) : null;

/** Parses a list column. */
export const parseList = (stored: unknown): string[] =>
	typeof stored === 'string' ? JSON.parse(stored) : [];

/** Returns whether a field of a kind is a list. */
export const isList = ({ item }: AnyResource, field: string) =>
	(item.shape[field] as z.ZodMiniType | undefined)?.def.type === 'array';

/** Returns the columns of a kind that contain lists. */
export const listColumns = (resource: AnyResource) =>
	Object.keys(resource.item.shape)
		.filter((field) => isList(resource, field))
		.map((field) => resource.columns[field] ?? field);
