import { content } from '#shared/contract/content/content.ts';
import {
	type AnyResource,
	buildItemPath,
	type CreateOf,
	fillPath,
	type ItemOf,
	type UpdateOf,
} from '#shared/contract/content/resource.ts';
import type { ResourceKey, resources } from '#shared/contract/content/resources.ts';
import { tables } from '../content/resources/tables.ts';
import type { TestApp } from './app.ts';

/** The ids of a course with one item of each kind in it. */
export type Family = Record<string, string> & {
	[Key in ResourceKey as (typeof resources)[Key]['param']]: string;
};

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
			external_id: null,
		},
		other: {
			name: 'Artisan in Masonry',
			description: null,
			duration: null,
			price: null,
			order_num: 2,
			category_id: 'cat_artisan',
			external_id: null,
		},
	},
	subjects: {
		full: {
			name: 'Engineering Mathematics',
			order_num: 7,
			published: false,
			freeSubject: true,
			visible_from: null,
			external_id: null,
		},
		other: {
			name: 'Umeme wa Majumbani',
			order_num: 2,
			published: true,
			freeSubject: false,
			visible_from: null,
			external_id: null,
		},
	},
	topics: {
		full: {
			name: 'Complex Numbers',
			order_num: 7,
			topicUrl: 'https://example.org/complex.pdf',
			isPublished: false,
			freeTopic: true,
			visible_from: null,
			external_id: null,
		},
		other: {
			name: 'Vectors',
			order_num: 2,
			topicUrl: null,
			isPublished: true,
			freeTopic: false,
			visible_from: null,
			external_id: null,
		},
	},
	examSets: {
		full: {
			name: 'July Series',
			year: 2024,
			series: 'july',
			order_num: 7,
			is_published: true,
			visible_from: null,
			external_id: null,
		},
		other: {
			name: 'November Series',
			year: 2018,
			series: null,
			order_num: 2,
			is_published: false,
			visible_from: null,
			external_id: null,
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
			visible_from: null,
			external_id: null,
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
			visible_from: null,
			external_id: null,
		},
	},
};

/** All kinds of content, each with two bodies that fill all fields with different values. */
export const kinds = Object.values(content).map((resource: AnyResource) => ({
	name: resource.plural.toLowerCase(),
	resource,
	...(bodies[resource.key] as { full: Body; other: Body }),
}));

/** Returns the address, under /api, of the list of a resource in a family. */
export const buildListPath = (resource: AnyResource, family: Record<string, string>) =>
	fillPath(resource.path, family);

/** Returns the address, under /api, of a family's item of a resource. */
export const buildItemAddress = (resource: AnyResource, family: Record<string, string>) =>
	fillPath(buildItemPath(resource), family);

/** Bodies with the required fields only. */
export const samples: { [Key in ResourceKey]: CreateOf<(typeof content)[Key]> } = {
	courses: { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' },
	subjects: { name: 'Pipework' },
	topics: { name: 'Joints' },
	examSets: { name: 'July', year: 2024 },
	pastPapers: { name: 'Theory' },
};

/** Creates content through the API; throws if the API refuses. */
export const createContent = ({ call }: TestApp) => {
	const make = async <R extends AnyResource>(
		resource: R,
		place: Record<string, string>,
		over: Body = {},
	) => {
		const body = { ...samples[resource.key], ...over };
		const answer = await call('POST', buildListPath(resource, place), body);
		if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
		return answer.body.data as ItemOf<R>;
	};
	/** Creates a course, or uses an existing one, with one new item of each kind in it. */
	const family = async (place: Partial<Family> = {}) => {
		const ids = { ...place } as Record<string, string>;
		for (const resource of Object.values<AnyResource>(content))
			ids[resource.param] ??= (await make(resource, ids)).id;
		return ids as Family;
	};
	const { courses, subjects, topics, examSets, pastPapers } = content;
	return {
		family,
		course: (over?: Body) => make(courses, {}, over),
		subject: (place: { courseId: string }, over?: Body) => make(subjects, place, over),
		topic: (place: { courseId: string; subjectId: string }, over?: Body) =>
			make(topics, place, over),
		examSet: (place: { courseId: string }, over?: Body) => make(examSets, place, over),
		paper: (place: { courseId: string; examSetId: string }, over?: Body) =>
			make(pastPapers, place, over),
	};
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
