import {
	type AnyResource,
	fillPath,
	getItemPlace,
	type PlaceOf,
} from '#shared/contract/content/resource.ts';
import {
	type ResourceFacts,
	type ResourceKey,
	resources,
} from '#shared/contract/content/resources.ts';

/** Addresses of the screens of content, as in `web/src/routes/`. */
export const COURSES = '/admin/courses';
export const COURSE = '/admin/courses/$courseId';
/** Coverage by past papers: of one course, and the gaps of all courses. */
export const COURSE_COVERAGE = '/admin/courses/$courseId/coverage';
export const COVERAGE = '/admin/coverage';
/** A course as learners see it. */
export const COURSE_LEARNER = '/admin/courses/$courseId/learner';
export const SUBJECTS = '/admin/courses/$courseId/subjects/list';
export const SUBJECT = '/admin/courses/$courseId/subjects/$subjectId';
export const SUBJECT_EXAM_SETS = '/admin/courses/$courseId/subjects/$subjectId/examsets';
export const TOPICS = '/admin/courses/$courseId/subjects/$subjectId/topics';
/** Page of a topic; `new` as the id creates one. Exam sets and past papers work the same way. */
export const TOPIC = '/admin/courses/$courseId/subjects/$subjectId/topics/$topicId';
export const EXAM_SETS = '/admin/courses/$courseId/examsets/list';
export const EXAM_SET = '/admin/courses/$courseId/examsets/$examSetId';
export const PAPERS = '/admin/courses/$courseId/examsets/$examSetId/pastpapers';
export const PAPER = '/admin/courses/$courseId/examsets/$examSetId/pastpapers/$paperId';

/** Returns the route of an address of the API: `$courseId` instead of `:courseId`. */
const toRoute = (path: string) => `/admin${path.replaceAll(':', '$')}`;

/** The lists whose address is not the one of the API. */
const lists: Partial<Record<ResourceKey, string>> = { subjects: SUBJECTS, examSets: EXAM_SETS };
/** Returns the route of the list of a resource under its parent. */
export const listRoute = ({ key, path }: Pick<AnyResource, 'key' | 'path'>) =>
	lists[key] ?? toRoute(path);
/** Returns the route of the page of an item. */
export const buildItemRoute = ({ path, param }: Pick<ResourceFacts, 'path' | 'param'>) =>
	`${toRoute(path)}/$${param}`;

/** Returns the field of answers with the name of a parent: `subject_name`. */
export const nameField = ({ param }: Pick<ResourceFacts, 'param'>) =>
	`${param.replace(/Id$/, '').toLowerCase()}_name`;

/** An address with its ids, from `linkOptions`, which checks it, or from a function below. */
export interface Link {
	to: string;
	params: Readonly<Record<string, string>>;
}

/** Returns the link to the list of a resource under its parent. */
export const listLink = <R extends AnyResource>(resource: R, place: PlaceOf<R>): Link => ({
	to: listRoute(resource),
	params: place,
});

/** Id segment in the address of a new item. */
export const NEW = 'new';

/** Returns the link to the page that creates an item. */
export const buildNewItemLink = <R extends AnyResource>(resource: R, place: PlaceOf<R>): Link => ({
	to: buildItemRoute(resource),
	params: { ...place, [resource.param]: NEW },
});

/** Returns the link to an item from a row with the ids of all its parents. */
export const buildItemLink = (resource: AnyResource, row: { id: string }): Link => ({
	to: buildItemRoute(resource),
	params: getItemPlace(resource, row),
});

/**
 * Returns the address of an item: the API's path under /admin. If the ids of its parents are not known, returns the
 * address that finds the item by its id.
 */
export const buildItemAddress = (
	{ path, param, slug }: ResourceFacts,
	place: Readonly<Record<string, string>>,
) => {
	const template = `${path}/:${param}`;
	const isWhole = [...template.matchAll(/:(\w+)/g)].every(([, id = '']) => place[id]);
	return `/admin${fillPath(isWhole ? template : `/${slug}/:${param}`, place)}`;
};

/** Returns the address of the screen with the form of an item: its own page, but for a course. */
export const editAddress = (
	resource: ResourceFacts & { key: ResourceKey },
	place: Readonly<Record<string, string>>,
) => `${buildItemAddress(resource, place)}${resource.key === 'courses' ? '/edit' : ''}`;

/** The name of a parent, and the link to the list below it. */
export type ParentLink = readonly [name: string | undefined, link: Link];

/** Returns the parents of an item from a row with their ids and names, outermost last. */
export const listParentLinks = (resource: AnyResource, row: { id: string }): ParentLink[] =>
	Object.entries(resources)
		.flatMap(([key, { path }]): ParentLink[] => {
			const [, param] = /:(\w+)\/\w+$/.exec(path) ?? [];
			if (!param || !`${resource.path}/`.startsWith(`${path}/`)) return [];
			const names = row as Readonly<Record<string, unknown>>;
			const to = listRoute({ key: key as ResourceKey, path });
			const name = names[nameField({ param })] as string | undefined;
			return [[name, { to, params: getItemPlace(resource, row) }]];
		})
		.toReversed();
