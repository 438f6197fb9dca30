import { useQuery } from '@tanstack/react-query';
import { courses } from '#shared/contract/content/courses.ts';
import {
	type AnyResource,
	buildItemPath,
	type PlaceOf,
} from '#shared/contract/content/resource.ts';
import { crossLists } from '#shared/contract/platform/lists.ts';
import { nameField } from '../../addresses.ts';
import type { Place } from './cached-rows.ts';
import { buildItemByIdQuery, buildItemQuery, type CrossList, useItemInPlace } from './queries.ts';

/** Names of parents, as in answers: `course_name`. */
export type Names = Readonly<Record<string, string | undefined>>;

const useCourse = (place: Place) => {
	const item = useQuery(buildItemQuery(courses, place as PlaceOf<typeof courses> & never));
	return { item, names: { course_name: item.data?.name } as Names };
};

/** Returns the ids of an address that are those of the parents of a kind. */
export const pickPlace = <R extends AnyResource>({ path }: R, ids: object) =>
	Object.fromEntries(
		Object.entries(ids).filter(([name]) => path.includes(`:${name}/`)),
	) as PlaceOf<R>;

const findParent = ({ path }: AnyResource): CrossList | undefined =>
	Object.values(crossLists).findLast(({ resource }) =>
		path.startsWith(`${buildItemPath(resource)}/`),
	);

/** Fetches the parent of the items of a kind. */
export const buildParentQuery = (resource: AnyResource, place: Place) => {
	const list = findParent(resource);
	return list
		? buildItemByIdQuery(list, place[list.resource.param] ?? '')
		: buildItemQuery(courses, place as PlaceOf<typeof courses> & never);
};

/** Makes the hook that fetches the parent of the items of a kind, with the names of its own parents. */
export const makeParentHook = (resource: AnyResource) => {
	const list = findParent(resource);
	if (!list) return useCourse;
	return (place: Place) => {
		const { item, withNames } = useItemInPlace(list, place);
		const { name } = (item.data ?? {}) as { name?: string };
		return { item, names: { ...withNames, [nameField(list.resource)]: name } as Names };
	};
};
