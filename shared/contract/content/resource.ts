import type { Place } from '../../call.ts';
import { component, ignoreFields, openapi, z } from '../../zod.ts';
import { id, instant, version } from '../platform/fields.ts';
import {
	type ContentKind,
	type ResourceFacts,
	type ResourceKey,
	type ResourceWord,
	resources,
} from './resources.ts';

type Shape = Readonly<Record<string, z.ZodMiniType>>;

const toAnswered = (field: z.ZodMiniType): z.ZodMiniType => {
	const { def } = field as z.ZodMiniType & { def: { innerType: z.ZodMiniType } };
	if (def.type === 'optional') return toAnswered(def.innerType);
	if (def.type === 'nullable') return z.nullable(toAnswered(def.innerType));
	if (def.type === 'string') return z.string();
	return def.type === 'number' ? z.int() : field;
};
const toAnsweredShape = (fields: Shape) =>
	Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toAnswered(field)]));

/** The fields of an item: those of requests, and those that only answers have or that differ in answers. */
type Answered<Fields extends Shape, Item extends Shape> = Item & {
	[Field in Exclude<keyof Fields, keyof Item>]: z.ZodMiniType<
		Exclude<z.infer<Fields[Field]>, undefined>
	>;
};

type Start<Fields extends Shape> = {
	[Field in keyof Fields]-?: Exclude<z.infer<Fields[Field]>, undefined> | null;
};

/** Lists what answers say about the parents of a kind and about the items that its fields name. */
const listNamedItems = (path: string, fields: readonly string[]) => {
	const parents = [...path.matchAll(/:(\w+)Id/g)].map(([, parent = '']) => parent.toLowerCase());
	const named = fields.flatMap((field) => /^(\w+)_id$/.exec(field)?.[1] ?? []);
	return [...parents, ...named].flatMap((item) => [`${item}_id`, `${item}_name`]);
};

/**
 * Declares the fields of a kind of content. Inputs have no `.default()`, which would overwrite fields that a partial
 * PUT omits.
 */
export const resource = <
	const Key extends ResourceKey,
	Fields extends Shape,
	Item extends Shape,
	const Columns extends { [Field in keyof Fields | keyof Item]?: string },
	InCreate extends Shape = Record<never, never>,
	InUpdate extends Shape = Record<never, never>,
>(
	key: Key,
	facts: {
		fields: Fields;
		inCreate?: InCreate;
		inUpdate?: InUpdate;
		/** Fields that only answers have. */
		item: Item;
		/** Returns the initial values of a new item. */
		start: (order?: number | null) => Start<Fields>;
		labels: { [Field in keyof Fields]: string };
		/** Columns whose names differ from their fields. */
		columns: Columns;
	},
) => {
	const { fields, inCreate, inUpdate, item, ...rest } = facts;
	const { label } = resources[key];
	const name = label.replace(/ (\w)/, (_, letter: string) => letter.toUpperCase());
	const sent = { ...fields, ...inCreate } as Fields & InCreate;
	const changed = { ...fields, ...inUpdate } as Fields & InUpdate;
	const answered = { ...toAnsweredShape(fields), ...item } as Answered<Fields, Item>;
	const whole = component(name, {
		id: id(),
		...answered,
		created_at: instant(),
		updated_at: instant(),
		version: version(),
	});
	const ignored = [
		...Object.keys(whole.shape),
		...listNamedItems(resources[key].path, Object.keys(fields)),
	];
	const create = z.object(sent).register(openapi, { id: `${name}Create` });
	const update = z.partial(z.object(changed)).register(openapi, { id: `${name}Update` });
	return {
		key,
		...resources[key],
		...rest,
		create: ignoreFields(create, ignored),
		update: ignoreFields(update, ignored),
		item: whole,
	};
};

/** A resource of any shape, for generic code. */
export interface AnyResource extends ResourceFacts {
	key: ResourceKey;
	auditKind: ContentKind;
	slug: ResourceWord;
	labels: Readonly<Record<string, string>>;
	start: (order?: number | null) => Readonly<Record<string, unknown>>;
	columns: Readonly<Record<string, string | undefined>>;
	// biome-ignore lint/suspicious/noExplicitAny: see above
	item: any;
	// biome-ignore lint/suspicious/noExplicitAny: see above
	create: any;
	// biome-ignore lint/suspicious/noExplicitAny: see above
	update: any;
}

/** Returns the column of a field. */
export const getColumn = ({ columns }: Pick<AnyResource, 'columns'>, field: string) =>
	columns[field] ?? field;

/** Returns the field that holds the link to the file; undefined for kinds without one. */
export const findFileField = (resource: AnyResource): string | undefined =>
	Object.keys(resource.item.shape).find((field) => getColumn(resource, field) === 'url');

/** An item of any kind, with its id and the version in its `ETag`. */
export type ItemOf<R extends AnyResource> = z.infer<R['item']> & { id: string; version: number };
export type CreateOf<R extends AnyResource> = z.infer<R['create']>;
export type UpdateOf<R extends AnyResource> = z.infer<R['update']>;
/** The ids above a resource, which its list needs. */
export type PlaceOf<R extends AnyResource> = Place<R['path']>;
/** The ids above a resource and its own, which an item needs. */
export type ItemPlaceOf<R extends AnyResource> = PlaceOf<R> & { [Name in R['param']]: string };

/** Returns the place of an item from its parent ids. */
export const getItemPlace = <R extends AnyResource>(r: R, item: { id: string }) => {
	const above = [...r.path.matchAll(/:(\w+)Id/g)].flatMap(([, parent = '']) => {
		const id = (item as Record<string, unknown>)[`${parent.toLowerCase()}_id`];
		return id === undefined ? [] : [[`${parent}Id`, id]];
	});
	return { ...Object.fromEntries(above), [r.param]: item.id } as ItemPlaceOf<R>;
};

/** Replaces parameters in an address: `fillPath('/courses/:courseId', { courseId: 'x y' })` is `/courses/x%20y`. */
export const fillPath = (path: string, place: Record<string, string>) =>
	path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(place[name] ?? ''));

/** Returns the address of an item's route: `/courses/:courseId/subjects/:subjectId`. */
export const buildItemPath = (r: AnyResource): string => `${r.path}/:${r.param}`;
