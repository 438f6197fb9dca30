import { formatWhole } from '../../grouped.ts';
import { extendComponent, openapi, z } from '../../zod.ts';
import { examSets, seriesWords } from '../content/exam-sets.ts';
import { paperKindWords, pastPapers } from '../content/past-papers.ts';
import type { ResourceKey } from '../content/resources.ts';
import { subjects } from '../content/subjects.ts';
import { topics } from '../content/topics.ts';
import { among, listNames, oneOf, trueOrFalse } from './choices.ts';
import { searchText } from './fields.ts';

export const LIST_LIMIT_DEFAULT = 25;
const LIST_LIMIT_MAX = 100;

const digits = (label: string, max: number) =>
	z
		.string(`${label} must be a whole number`)
		.check(
			z.regex(/^\d{1,9}$/, `${label} must be a whole number`),
			z.refine(
				(text) => Number(text) >= 1 && Number(text) <= max,
				`${label} must be from 1 to ${formatWhole(max)}`,
			),
		)
		.register(openapi, { type: 'integer', minimum: 1, maximum: max });

/** The page size of a list, as a query parameter. */
export const pageLimit = () => z.optional(digits('Limit', LIST_LIMIT_MAX));
/** Query parameters of paged lists. */
export const paged = { page: z.optional(digits('Page', 1_000_000)), limit: pageLimit() };

const yearOfList = () =>
	z.optional(
		z
			.string('Year must be four digits')
			.check(z.regex(/^\d{4}$/, 'Year must be four digits'))
			.register(openapi, { type: 'integer', minimum: 1000, maximum: 9999 }),
	);

/** Value for a missing series or subject. */
export const NONE = 'none';

/** A query parameter that finds the item with this id of another system. */
export const externalIdFilter = () => z.optional(z.string('External id must be one text'));

const sortBy = <const Fields extends readonly [string, ...string[]]>(fields: Fields) => {
	type Sort = Fields[number] | `-${Fields[number]}`;
	const values = fields.flatMap((field) => [field, `-${field}`]) as Sort[];
	return z.optional(among('Sort', values));
};

const query = <const Fields extends readonly [string, ...string[]]>(fields: Fields) =>
	z.object({
		search: searchText(),
		course_id: z.optional(z.string('Course must be one id')),
		external_id: externalIdFilter(),
		published: trueOrFalse('Published'),
		scheduled: trueOrFalse('Scheduled'),
		free: trueOrFalse('Free'),
		sort: sortBy(fields),
		...paged,
	});

const usual = ['name', 'order_num', 'created_at', 'updated_at'] as const;
const opened = z.int();
const course = { course_id: z.string(), course_name: z.string() };

/** The lists across all courses by kind, with their items. */
export const allSubjects = {
	path: '/subjects',
	resource: subjects,
	query: query(usual),
	item: extendComponent('SubjectInCourse', subjects.item, course),
};
export const allTopics = {
	path: '/topics',
	resource: topics,
	query: z.extend(query([...usual, 'opened']), {
		without_file: trueOrFalse('Without file'),
		with_problems: trueOrFalse('With problems'),
	}),
	item: extendComponent('TopicInCourse', topics.item, {
		...course,
		subject_name: z.string(),
		opened,
	}),
};
export const allExamSets = {
	path: '/examsets',
	resource: examSets,
	query: z.extend(query([...usual, 'year']), { without_papers: trueOrFalse('Without papers') }),
	item: extendComponent('ExamSetInCourse', examSets.item, course),
};
export const allPastPapers = {
	path: '/pastpapers',
	resource: pastPapers,
	query: z.extend(query([...usual, 'opened']), {
		subject_id: z.optional(z.string('Subject must be one id or none')),
		year: yearOfList(),
		series: z.optional(oneOf('Series', [...listNames(seriesWords), NONE])),
		kind: z.optional(oneOf('Kind', listNames(paperKindWords))),
		without_file: trueOrFalse('Without file'),
		with_problems: trueOrFalse('With problems'),
	}),
	item: extendComponent('PastPaperInCourse', pastPapers.item, {
		...course,
		examset_name: z.string(),
		subject_name: z.nullable(z.string()),
		opened,
	}),
};

/** The lists of all kinds but courses, which are few enough for an unpaged list. */
export const crossLists = {
	subjects: allSubjects,
	topics: allTopics,
	examSets: allExamSets,
	pastPapers: allPastPapers,
} satisfies { [Key in Exclude<ResourceKey, 'courses'>]: { resource: { key: Key } } };

/** Makes the schema of one page of a list, with the total number of items. */
export const makePageSchema = <Item extends z.ZodMiniType>(item: Item) =>
	z.object({ data: z.array(item), total: z.int() });
