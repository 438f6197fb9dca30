import type { z } from '../zod.ts';
import {
	type ContentKind,
	type ResourceFacts,
	type ResourceKey,
	type ResourceWord,
	resources,
} from './resources.ts';

type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
	? Name | Params<`/${Rest}`>
	: Path extends `${string}:${infer Name}`
		? Name
		: never;

/** The ids that an address needs: `Place<'/courses/:courseId/subjects'>` is `{ courseId: string }`. */
export type Place<Path extends string> = { [Name in Params<Path>]: string };

/**
 * Declares the fields of a kind of content, as they go in and out, beside what `resources.ts` says of it. Inputs
 * carry no `.default()`: in a partial PUT it would silently write what the caller left out.
 */
export const resource = <
	const Key extends ResourceKey,
	Item extends z.ZodMiniObject,
	Create extends z.ZodMiniObject,
	Update extends z.ZodMiniObject,
	const Columns extends { [Field in keyof Item['shape'] & string]?: string },
>(
	key: Key,
	fields: {
		item: Item;
		create: Create;
		update: Update;
		/** What forms, headings and the audit trail call each field; one that an item lacks does not compile. */
		labels: {
			[Field in keyof Update['shape'] & string]: Field extends keyof Item['shape'] ? string : never;
		};
		/** What the database and the audit trail call a field, where that is not its name here. */
		columns: Columns;
	},
) => ({ key, ...resources[key], ...fields });

/** A resource of any shapes, for the generic verbs. */
export interface AnyResource extends ResourceFacts {
	key: ResourceKey;
	kind: ContentKind;
	word: ResourceWord;
	labels: Readonly<Record<string, string>>;
	columns: Readonly<Record<string, string | undefined>>;
	// biome-ignore lint/suspicious/noExplicitAny: see above
	item: any;
	// biome-ignore lint/suspicious/noExplicitAny: see above
	create: any;
	// biome-ignore lint/suspicious/noExplicitAny: see above
	update: any;
}

/** An item of any kind has an id, and the version that its `ETag` says. */
export type ItemOf<R extends AnyResource> = z.infer<R['item']> & { id: string; version: number };
export type CreateOf<R extends AnyResource> = z.infer<R['create']>;
export type UpdateOf<R extends AnyResource> = z.infer<R['update']>;
/** The ids above a resource: what its list needs. */
export type PlaceOf<R extends AnyResource> = Place<R['path']>;
/** The ids above a resource and its own: what one item needs. */
export type ItemPlaceOf<R extends AnyResource> = PlaceOf<R> & { [Name in R['param']]: string };

/** Puts ids into an address: `fillPath('/courses/:courseId', { courseId: 'x y' })` is `/courses/x%20y`. */
export const fillPath = (path: string, place: Record<string, string>) =>
	path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(place[name] ?? ''));

/** The address of one item's route: `/courses/:courseId/subjects/:subjectId`. */
export const itemPath = (r: AnyResource): string => `${r.path}/:${r.param}`;
