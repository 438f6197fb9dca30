import type { z } from '../zod.ts';

type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
	? Name | Params<`/${Rest}`>
	: Path extends `${string}:${infer Name}`
		? Name
		: never;

/** The ids that an address needs: `Place<'/courses/:courseId/subjects'>` is `{ courseId: string }`. */
export type Place<Path extends string> = { [Name in Params<Path>]: string };

/**
 * One kind of content as the API shows it: where its list lies, what its id is called there,
 * and the shapes that go in and out. Inputs carry no `.default()`: in a partial PUT it would
 * silently write what the caller left out.
 */
export interface Resource<
	Path extends string = string,
	Param extends string = string,
	Item extends z.ZodObject = z.ZodObject,
	Create extends z.ZodObject = z.ZodObject,
	Update extends z.ZodObject = z.ZodObject,
> {
	/** Its name for programs: cache keys, OpenAPI operation ids. */
	key: string;
	/** What a person calls one: 'Exam set'. */
	label: string;
	/** The list's address under /api. */
	path: Path;
	/** The name of its id in an address. */
	param: Param;
	item: Item;
	create: Create;
	update: Update;
}

/** Declares a resource; exists so that the compiler keeps the literal types. */
export const resource = <
	const Path extends string,
	const Param extends string,
	Item extends z.ZodObject,
	Create extends z.ZodObject,
	Update extends z.ZodObject,
>(
	definition: Resource<Path, Param, Item, Create, Update>,
) => definition;

// biome-ignore lint/suspicious/noExplicitAny: a resource of any shapes, for the generic verbs
export type AnyResource = Resource<any, any, any, any, any>;

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
