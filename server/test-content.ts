import { content } from '#shared/contract/content.ts';
import { type Course, courses } from '#shared/contract/courses.ts';
import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { type PastPaper, pastPapers } from '#shared/contract/past-papers.ts';
import { type AnyResource, fillPath, itemPath, type UpdateOf } from '#shared/contract/resource.ts';
import type { ResourceKey } from '#shared/contract/resources.ts';
import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { type Topic, topics } from '#shared/contract/topics.ts';
import { tables } from './content/tables.ts';
import type { TestApp } from './test-app.ts';

/** The ids of a course with one of each kind under it. */
export interface Family extends Record<string, string> {
	courseId: string;
	subjectId: string;
	topicId: string;
	examSetId: string;
	paperId: string;
}

type Body = Record<string, unknown>;

type Bodies<R extends AnyResource> = { full: Required<UpdateOf<R>>; other: UpdateOf<R> };

const bodies: { [Key in ResourceKey]: Bodies<(typeof content)[Key]> } = {
	courses: {
		full: {
			name: 'Diploma in Electrical Engineering',
			description: 'Power and control.\nThree stages.',
			duration: 36,
			price: 4_500,
			order_num: 7,
			category_id: 'cat_diploma',
		},
		other: {
			name: 'Artisan in Masonry',
			description: null,
			duration: null,
			price: null,
			order_num: 2,
			category_id: 'cat_artisan',
		},
	},
	subjects: {
		full: { name: 'Engineering Mathematics', order_num: 7, published: false, freeSubject: true },
		other: { name: 'Umeme wa Majumbani', order_num: 2, published: true, freeSubject: false },
	},
	topics: {
		full: {
			name: 'Complex Numbers',
			order_num: 7,
			topicUrl: 'https://example.org/complex.pdf',
			isPublished: false,
			freeTopic: true,
		},
		other: {
			name: 'Vectors',
			order_num: 2,
			topicUrl: null,
			isPublished: true,
			freeTopic: false,
		},
	},
	examSets: {
		full: { name: 'July Series', year: 2024, series: 'july', order_num: 7, is_published: true },
		other: {
			name: 'November Series',
			year: 2018,
			series: null,
			order_num: 2,
			is_published: false,
		},
	},
	pastPapers: {
		full: {
			name: 'Paper I',
			order_num: 7,
			published: true,
			free: true,
			url: 'https://example.org/paper-1.pdf',
			subject_id: null,
			codes: ['2521/303', '2602/303'],
			kind: 'marking_scheme',
			source: 'KNEC, with permission of 3 May 2026',
		},
		other: {
			name: 'Paper II',
			order_num: 2,
			published: false,
			free: false,
			url: null,
			codes: [],
			kind: 'paper',
			source: null,
		},
	},
};

/** Every kind of content, with bodies that fill all of its fields in two different ways. */
export const kinds = Object.values(content).map((resource: AnyResource) => ({
	name: resource.plural.toLowerCase(),
	resource,
	...(bodies[resource.key] as { full: Body; other: Body }),
}));

/** Returns the address, under /api, of the list of a resource in a family. */
export const listOf = (resource: AnyResource, family: Record<string, string>) =>
	fillPath(resource.path, family);

/** Returns the address, under /api, of a family's item of a resource. */
export const itemOf = (resource: AnyResource, family: Record<string, string>) =>
	fillPath(itemPath(resource), family);

/** Creates content through the API; throws if the API refuses. */
export const contentOf = ({ call }: TestApp) => {
	const make = async <Item>(resource: AnyResource, place: Record<string, string>, body: Body) => {
		const answer = await call('POST', listOf(resource, place), body);
		if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
		return answer.body.data as Item;
	};
	const course = (over: Body = {}) =>
		make<Course>(
			courses,
			{},
			{ name: 'Plumbing', order_num: 1, category_id: 'cat_artisan', ...over },
		);
	const subject = (place: { courseId: string }, over: Body = {}) =>
		make<Subject>(subjects, place, { name: 'Pipework', ...over });
	const topic = (place: { courseId: string; subjectId: string }, over: Body = {}) =>
		make<Topic>(topics, place, { name: 'Joints', ...over });
	const examSet = (place: { courseId: string }, over: Body = {}) =>
		make<ExamSet>(examSets, place, { name: 'July', year: 2024, ...over });
	const paper = (place: { courseId: string; examSetId: string }, over: Body = {}) =>
		make<PastPaper>(pastPapers, place, { name: 'Theory', ...over });

	const family = async (): Promise<Family> => {
		const { id: courseId } = await course();
		const { id: subjectId } = await subject({ courseId });
		const { id: topicId } = await topic({ courseId, subjectId });
		const { id: examSetId } = await examSet({ courseId });
		const { id: paperId } = await paper({ courseId, examSetId });
		return { courseId, subjectId, topicId, examSetId, paperId };
	};
	return { course, subject, topic, examSet, paper, family };
};

/** Returns the expected body of a 422: the first message is also the sentence. */
export const refused = (fields: Record<string, string>) => ({
	status: 422,
	body: { success: false, error: Object.values(fields)[0], code: 'invalid', fields },
});

/** Returns the expected body of a 404: `absent('Course')`. */
export const absent = (label: string) => ({
	status: 404,
	body: { success: false, error: `${label} not found`, code: 'not_found' },
});

/** Returns all rows of content, to compare before and after. */
export const contentRows = async ({ database }: TestApp) => {
	const all = Object.values(tables).map(({ table }) =>
		database.read.selectFrom(table).selectAll().orderBy('id').execute(),
	);
	return Promise.all(all);
};
