import type { APIRequestContext } from '@playwright/test';

/** Ids of a course with one item of each kind. */
export interface Content {
	courseId: string;
	courseName: string;
	subjectId: string;
	topicId: string;
	examSetId: string;
	paperId: string;
}

/** Creates an item through the API and returns it; throws on an error. */
export const create = async (api: APIRequestContext, path: string, data: object) => {
	const answer = await api.post(`/api${path}`, { data });
	const body = await answer.json();
	if (!body.success) throw new Error(`${path}: ${body.error}`);
	return body.data as { id: string };
};

/** Creates a course for a test, with a subject, topics, exam sets and papers. */
export const makeContent = async (api: APIRequestContext, courseName: string): Promise<Content> => {
	const course = await create(api, '/courses', {
		name: courseName,
		description: 'Machines, installation work and control.',
		duration: 36,
		price: 4500,
		order_num: 1,
		category_id: 'cat_diploma',
	});
	const place = `/courses/${course.id}`;
	const subject = await create(api, `${place}/subjects`, { name: 'Electrical Principles' });
	await create(api, `${place}/subjects`, {
		name: 'Engineering Drawing',
		order_num: 2,
		published: false,
		freeSubject: true,
	});
	const topics = `${place}/subjects/${subject.id}/topics`;
	const topic = await create(api, topics, {
		name: 'Ohm’s law',
		topicUrl: 'https://example.org/ohm.pdf',
		freeTopic: true,
	});
	await create(api, topics, { name: 'Transformers', isPublished: false });
	const set = await create(api, `${place}/examsets`, { name: 'July 2026 Series', year: 2026 });
	await create(api, `${place}/examsets`, {
		name: 'November 2025 Series',
		year: 2025,
		order_num: 2,
		is_published: true,
	});
	const papers = `${place}/examsets/${set.id}/pastpapers`;
	const paper = await create(api, papers, {
		name: 'Paper 1 Theory',
		url: 'https://example.org/paper.pdf',
		free: true,
		subject_id: subject.id,
	});
	await create(api, papers, { name: 'Paper 2 Practical', published: true });
	return {
		courseId: course.id,
		courseName,
		subjectId: subject.id,
		topicId: topic.id,
		examSetId: set.id,
		paperId: paper.id,
	};
};

/** Returns all content URLs of the console for these ids. */
export const addresses = ({
	courseId,
	courseName,
	subjectId,
	topicId,
	examSetId,
	paperId,
}: Content) => {
	const course = `/admin/courses/${courseId}`;
	const subject = `${course}/subjects/${subjectId}`;
	const examSet = `${course}/examsets/${examSetId}`;
	return {
		courses: '/admin/courses',
		newCourse: '/admin/courses/new',
		course,
		editCourse: `${course}/edit`,
		courseByName: `${course}/${encodeURIComponent(courseName)}`,
		subjects: `${course}/subjects/list`,
		newSubject: `${course}/subjects/new`,
		subject,
		subjectExamSets: `${subject}/examsets`,
		topics: `${subject}/topics`,
		newTopic: `${subject}/topics/new`,
		topic: `${subject}/topics/${topicId}`,
		examSets: `${course}/examsets/list`,
		newExamSet: `${course}/examsets/new`,
		examSet,
		papers: `${examSet}/pastpapers`,
		newPaper: `${examSet}/pastpapers/new`,
		paper: `${examSet}/pastpapers/${paperId}`,
		audit: '/admin/audit',
		nowhere: '/admin/no/such/place',
	} as const;
};

/** Fetches the topics of the first subject. */
export const fetchTopics = async (api: APIRequestContext, { courseId, subjectId }: Content) =>
	(await (await api.get(`/api/courses/${courseId}/subjects/${subjectId}/topics`)).json()).data as {
		id: string;
		name: string;
		order_num: number;
		isPublished: boolean;
		freeTopic: boolean;
	}[];

/** Creates a course with draft topics 'Lesson 1' to 'Lesson n' and the usual two in its first subject. */
export const withLessons = async (api: APIRequestContext, courseName: string, lessons: number) => {
	const content = await makeContent(api, courseName);
	const path = addresses(content).topics.replace('/admin', '');
	for (let number = 1; number <= lessons; number++)
		await create(api, path, { name: `Lesson ${number}`, isPublished: false });
	return content;
};

/** Creates a subject with `count` topics T1, T2 …; returns the paths of its screen and list. */
export const makeTopics = async (request: APIRequestContext, name: string, count: number) => {
	const content = await makeContent(request, name);
	const subject = await create(request, `/courses/${content.courseId}/subjects`, { name: 'Long' });
	const list = `/courses/${content.courseId}/subjects/${subject.id}/topics`;
	for (let n = 1; n <= count; n += 20)
		await Promise.all(
			Array.from({ length: Math.min(20, count - n + 1) }, (_, at) =>
				create(request, list, { name: `T${n + at}`, order_num: n + at }),
			),
		);
	const names = async () => {
		const { data } = await (await request.get(`/api${list}`)).json();
		return data.map((row: { name: string }) => row.name) as string[];
	};
	return { screen: `/admin${list}`, list, names };
};

/** Returns T1 to T`count`. */
export const topicNames = (count: number) => Array.from({ length: count }, (_, n) => `T${n + 1}`);

/** Creates a course with one item of each kind, all with the same name; `course` are further fields of the course. */
export const makeNamesakes = async (
	api: APIRequestContext,
	name: string,
	course: object = {},
): Promise<Content> => {
	const { id: courseId } = await create(api, '/courses', {
		name,
		order_num: 1,
		category_id: 'cat_diploma',
		...course,
	});
	const place = `/courses/${courseId}`;
	const { id: subjectId } = await create(api, `${place}/subjects`, { name });
	const topic = await create(api, `${place}/subjects/${subjectId}/topics`, { name });
	const { id: examSetId } = await create(api, `${place}/examsets`, { name, year: 2026 });
	const paper = { name, subject_id: subjectId, url: 'https://example.org/paper.pdf' };
	const { id: paperId } = await create(api, `${place}/examsets/${examSetId}/pastpapers`, paper);
	return { courseId, courseName: name, subjectId, topicId: topic.id, examSetId, paperId };
};
