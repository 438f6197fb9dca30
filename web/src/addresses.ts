import {
	type AnyResource,
	fillPath,
	itemPlaceOf,
	type PlaceOf,
} from '#shared/contract/resource.ts';
import { type ResourceFacts, type ResourceKey, resources } from '#shared/contract/resources.ts';

/** The screens of content, as `web/src/routes/` has them. */
export const COURSES = '/admin/courses';
export const COURSE = '/admin/courses/$courseId';
/** Which papers there are: of one course, and what all courses lack. */
export const COURSE_COVERAGE = '/admin/courses/$courseId/coverage';
export const COVERAGE = '/admin/coverage';
export const SUBJECTS = '/admin/courses/$courseId/subjects/list';
export const SUBJECT = '/admin/courses/$courseId/subjects/$subjectId';
export const SUBJECT_EXAM_SETS = '/admin/courses/$courseId/subjects/$subjectId/examsets';
export const TOPICS = '/admin/courses/$courseId/subjects/$subjectId/topics';
/** One topic, or `new`; so are the exam set and the past paper. */
export const TOPIC = '/admin/courses/$courseId/subjects/$subjectId/topics/$topicId';
export const EXAM_SETS = '/admin/courses/$courseId/examsets/list';
export const EXAM_SET = '/admin/courses/$courseId/examsets/$examSetId';
export const PAPERS = '/admin/courses/$courseId/examsets/$examSetId/pastpapers';
export const PAPER = '/admin/courses/$courseId/examsets/$examSetId/pastpapers/$paperId';

const screens: Record<ResourceKey, { list: string; item: string }> = {
	courses: { list: COURSES, item: COURSE },
	subjects: { list: SUBJECTS, item: SUBJECT },
	topics: { list: TOPICS, item: TOPIC },
	examSets: { list: EXAM_SETS, item: EXAM_SET },
	pastPapers: { list: PAPERS, item: PAPER },
};

/** An address and its ids: of `linkOptions`, which checks it, or of one of these. */
export interface Link {
	to: string;
	params: Readonly<Record<string, string>>;
}

/** The list of a kind of content under its parent. */
export const listAt = <R extends AnyResource>(resource: R, place: PlaceOf<R>): Link => ({
	to: screens[resource.key].list,
	params: place,
});

/** Where a new one is made on a page of its own. */
export const newAt = <R extends AnyResource>(resource: R, place: PlaceOf<R>): Link => ({
	to: screens[resource.key].item,
	params: { ...place, [resource.param]: 'new' },
});

/** One of a kind of content, which names all that it lies under. */
export const itemAt = (resource: AnyResource, row: { id: string }): Link => ({
	to: screens[resource.key].item,
	params: itemPlaceOf(resource, row),
});

/**
 * The screen of one item by its id and those of what it lies under: the console's addresses are those of the API. Where
 * it is not known what it lies under, the one that finds it by its id alone.
 */
export const itemAddress = (
	{ path, param, word }: ResourceFacts,
	place: Readonly<Record<string, string>>,
) => {
	const template = `${path}/:${param}`;
	const isWhole = [...template.matchAll(/:(\w+)/g)].every(([, id = '']) => place[id]);
	return `/admin${fillPath(isWhole ? template : `/${word}/:${param}`, place)}`;
};

/** The name of something that an item lies under, and the list of what it is in there. */
export type Above = readonly [name: string | undefined, link: Link];

/** What an item lies under that names all of it, outermost last. */
export const aboveOf = (resource: AnyResource, row: { id: string }): Above[] =>
	Object.entries(resources)
		.flatMap(([key, { path }]): Above[] => {
			const [, parent] = /:(\w+)Id\/\w+$/.exec(path) ?? [];
			if (!parent || !`${resource.path}/`.startsWith(`${path}/`)) return [];
			const names = row as Readonly<Record<string, unknown>>;
			const to = screens[key as ResourceKey].list;
			const name = names[`${parent.toLowerCase()}_name`] as string | undefined;
			return [[name, { to, params: itemPlaceOf(resource, row) }]];
		})
		.toReversed();
