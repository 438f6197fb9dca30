import { fileTypes } from '#shared/contract/content/files.ts';
import type {
	Catalogue,
	CoursePreview,
	LearnerCourse,
	LearnerItem,
} from '#shared/contract/learners/learners.ts';
import { OWN_FILE } from '#shared/contract/platform/fields.ts';
import {
	isFree,
	isVisible,
	isVisibleBy,
	listVisibleCourses,
	type TreeFile,
	type TreeItem,
	walk,
} from '../../content/resources/course-tree.ts';
import { parseList } from '../../content/resources/tables.ts';
import type { Db } from '../../platform/db/database.ts';

type CatalogueCourse = Catalogue['courses'][number];

const COURSE_FIELDS = [
	'id',
	'name',
	'order_num',
	'description',
	'duration',
	'price',
	'category_id',
] as const satisfies readonly (keyof CatalogueCourse)[];

/** Lists the courses that learners see, in display order. */
export const listCatalogue = async (db: Db): Promise<CatalogueCourse[]> => {
	const visible = await listVisibleCourses(db);
	const rows = await db
		.selectFrom('courses')
		.select(COURSE_FIELDS)
		.orderBy('order_num')
		.orderBy('name_key')
		.orderBy('id')
		.execute();
	return rows.filter(({ id }) => visible.has(id)) as CatalogueCourse[];
};

/** Returns the facts of a file that learners see. */
export const describeFile = ({ name, ext, size, sha256 }: TreeFile) => ({
	name,
	type: fileTypes[ext],
	size,
	sha256,
});

/** Returns the address of an item at another site; null for our own files. */
export const findOuterLink = ({ url }: TreeItem) => (url && !OWN_FILE.test(url) ? url : null);

const describeContent = (item: TreeItem): LearnerItem['file'] => {
	if (item.file) return { kind: 'file', ...describeFile(item.file) };
	const url = findOuterLink(item);
	return url === null ? null : { kind: 'link', url: isFree(item) ? url : null };
};

/** Describes an item at its place among those that are seen: a draft between them changes no number. */
const describePlace = ({ id, name }: TreeItem, at: number) => ({ id, name, order_num: at + 1 });

const describeItem = (item: TreeItem, at: number): LearnerItem => ({
	...describePlace(item, at),
	free: isFree(item),
	file: describeContent(item),
});

type IsSeen = (item: TreeItem) => boolean;

/** Returns a course as learners see it. */
const describeCourse = (course: TreeItem, isSeen: IsSeen): LearnerCourse => {
	const list = (kind: TreeItem['kind'], parent: TreeItem) =>
		parent.children.filter((item) => item.kind === kind && isSeen(item));
	const subjects = list('subjects', course);
	const ids = new Set(subjects.map(({ id }) => id));
	return {
		...(Object.fromEntries(
			COURSE_FIELDS.map((field) => [field, course.row[field]]),
		) as CatalogueCourse),
		subjects: subjects.map((subject, at) => ({
			...describePlace(subject, at),
			topics: list('topics', subject).map(describeItem),
		})),
		examsets: list('examsets', course).map((set, at) => ({
			...describePlace(set, at),
			year: set.row.year,
			series: set.row.series,
			pastpapers: list('pastpapers', set).map((paper, place) => ({
				...describeItem(paper, place),
				kind: paper.form as string,
				codes: parseList(paper.row.codes),
				subject_id: paper.subjectId !== null && ids.has(paper.subjectId) ? paper.subjectId : null,
			})),
		})),
	};
};

/** Returns a course as learners see it; undefined if they see nothing in it. */
export const describeVisibleCourse = (course: TreeItem) =>
	course.children.some(isVisible) ? describeCourse(course, isVisible) : undefined;

/** Returns why learners do not see a published item; undefined if they do. */
const findReason = (item: TreeItem, isSeen: IsSeen) => {
	if (!isSeen(item))
		return isVisibleBy(item, ({ published }) => published) ? 'later' : 'parent_draft';
	const isLeaf = item.kind === 'topics' || item.kind === 'pastpapers';
	return isLeaf && describeContent(item) === null ? 'no_file' : undefined;
};

/** Returns when learners see an item: the latest moment of it and its parents. */
const findMoment = (item: TreeItem | undefined): string | null => {
	if (!item) return null;
	const above = findMoment(item.parent);
	return above !== null && above > (item.visibleFrom ?? '') ? above : item.visibleFrom;
};

/** Returns the preview of a course, and with `drafts` as if all were published. */
export const previewCourse = (course: TreeItem, drafts: boolean): CoursePreview => {
	const isSeen: IsSeen = drafts ? () => true : isVisible;
	const hidden = [...walk(course)].flatMap((item) => {
		const why = item.published || drafts ? findReason(item, isSeen) : undefined;
		if (!why) return [];
		const from = why === 'later' && { visible_from: findMoment(item) as string };
		return [{ kind: item.kind, id: item.id, name: item.name, why, ...from } as const];
	});
	return { ...describeCourse(course, isSeen), hidden };
};
