import Sqlite from 'better-sqlite3';
import { sqliteFile } from '../../server/db/sqlite.ts';
import { USUAL_LIST } from './catalogue.ts';
import { pick, seeded } from './names.ts';

/** What is raced: requests of one kind, taken in turn. */
export interface Case {
	name: string;
	method: 'GET' | 'POST';
	paths: string[];
	body?: string;
	/** The least share of the floor's speed to reach. */
	target?: number;
}

const READS = 0.3;
/** Of creates, which wait for the disk as the floor does. */
const CREATES = 0.5;
const VARIANTS = 200;

/** Requests over a catalogue, the same on every run. */
export const casesOf = (dataDir: string): Case[] => {
	const db = new Sqlite(sqliteFile(dataDir), { readonly: true });
	const chance = seeded(11);
	const places = db
		.prepare<[number], { course: string; subject: string; topic: string }>(
			`select course_id as course, subject_id as subject, min(id) as topic from topics
			group by course_id, subject_id having count(*) = ?`,
		)
		.all(USUAL_LIST);
	const total = db.prepare<[], number>('select count(*) from topics').pluck().get() as number;
	db.close();

	const some = (path: (place: (typeof places)[number]) => string) =>
		Array.from({ length: VARIANTS }, () => path(pick(chance, places)));
	const pages = (query: string) =>
		Array.from(
			{ length: VARIANTS },
			() => `/api/topics?${query}&page=${1 + Math.floor(chance() * (total / 25))}`,
		);
	const number = () => String(1 + Math.floor(chance() * total)).padStart(6, '0');
	const read = (name: string, paths: string[]): Case => ({
		name,
		method: 'GET',
		paths,
		target: READS,
	});
	const place = ({ course, subject }: (typeof places)[number]) =>
		`/api/courses/${course}/subjects/${subject}/topics`;

	return [
		read('list of a place, 25 topics', some(place)),
		read(
			'one topic',
			some((at) => `${place(at)}/${at.topic}`),
		),
		read(
			'subjects of a course, with stats',
			some(({ course }) => `/api/courses/${course}/subjects`),
		),
		read('all topics, first page', ['/api/topics']),
		read('all topics, any page', pages('sort=name')),
		read(
			'all topics of one course, by date',
			some(({ course }) => `/api/topics?course_id=${course}&sort=-updated_at`),
		),
		read('all topics, published and free', ['/api/topics?published=true&free=true']),
		read('search, broad', ['/api/topics?search=e', '/api/topics?search=revision%20questions']),
		read(
			'search, narrow',
			Array.from({ length: VARIANTS }, () => `/api/topics?search=T${number()}`),
		),
		read('search, nothing found', ['/api/topics?search=turbofan%20blades']),
		{
			name: 'create a topic, durably',
			method: 'POST',
			paths: some(place),
			body: JSON.stringify({ name: 'Fitting of ball valves' }),
			target: CREATES,
		},
	];
};

const searches = ['e', 'of', 'part', 'mix design', 'ohm', 'paper 1', '2024', '10%', 'zz', 'T0'];
const sorts = ['name', 'order_num', 'created_at', 'updated_at'];

/** Any cross-course list, as people ask for them: sorted, filtered, searched. The same number, the same list. */
export const anyList = (number: number) => {
	const chance = seeded(number);
	const often = (share: number) => chance() < share;
	const query = new URLSearchParams();
	if (often(0.5)) query.set('sort', `${often(0.5) ? '-' : ''}${pick(chance, sorts)}`);
	if (often(0.3)) query.set('published', String(often(0.5)));
	if (often(0.3)) query.set('free', String(often(0.5)));
	if (often(0.4))
		query.set('search', often(0.3) ? `0${Math.floor(chance() * 10_000)}` : pick(chance, searches));
	const list = pick(chance, [
		'topics',
		'topics',
		'pastpapers',
		'pastpapers',
		'subjects',
		'examsets',
	]);
	return `/api/${list}?${query}`;
};
