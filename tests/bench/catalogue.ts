import { mkdirSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { nameKey } from '#shared/contract/platform/fields.ts';
import { getSqlitePath, openSqlite } from '../../server/platform/db/sqlite.ts';
import { courseName, paperName, seeded, subjectNames, topicName } from './names.ts';

const COURSES = 200;
/** Numbers of topics in the subjects of a course, 100 in total, for short and long lists. */
const TOPICS = [25, 5, 10, 20, 2, 25, 8, 5] as const;
const EXAM_SETS = 10;
/** Past papers of each exam set. */
const PAPERS = 10;

const FIRST_INSTANT = Date.UTC(2024, 0, 8, 6);
const BETWEEN_MS = 311_000;

/** Returns a source of ids and times as a server makes them, in order, over three years. */
const makeClock = () => {
	const chance = seeded(7);
	const digits = (length: number) =>
		Array.from({ length }, () => Math.floor(chance() * 16).toString(16)).join('');
	let now = FIRST_INSTANT;
	return () => {
		now += Math.floor(chance() * BETWEEN_MS * 2);
		const time = now.toString(16).padStart(12, '0');
		const id = `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-a${digits(3)}-${digits(12)}`;
		return { id, at: new Date(now).toISOString() };
	};
};

const insert = (db: Sqlite.Database, table: string, columns: readonly string[]) =>
	db.prepare(
		`insert into ${table} (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
	);

const row = ['id', 'name', 'name_key', 'order_num', 'created_at', 'updated_at'];

const fill = (db: Sqlite.Database) => {
	const chance = seeded(20_261_120);
	const next = makeClock();
	const course = insert(db, 'courses', [...row, 'description', 'duration', 'price', 'category_id']);
	const subject = insert(db, 'subjects', [...row, 'course_id', 'published', 'free']);
	const parents = ['course_id', 'subject_id', 'url', 'published', 'free'];
	const topic = insert(db, 'topics', [...row, ...parents]);
	const examSet = insert(db, 'exam_sets', [...row, 'course_id', 'year', 'published']);
	const paper = insert(db, 'past_papers', [...row, ...parents, 'exam_set_id']);
	const flag = (share: number) => (chance() < share ? 1 : 0);
	const base = (name: string, order_num: number) => {
		const { id, at } = next();
		return { id, name, name_key: nameKey(name), order_num, created_at: at, updated_at: at };
	};
	const link = (share: number, kind: string, id: string) =>
		flag(share) ? `https://content.example.org/${kind}/${id}.pdf` : null;

	let topics = 0;
	let papers = 0;
	for (let c = 0; c < COURSES; c++) {
		const category_id = (['cat_diploma', 'cat_certificate', 'cat_artisan'] as const)[c % 3] as
			| 'cat_diploma'
			| 'cat_certificate'
			| 'cat_artisan';
		const aCourse = base(courseName(chance, category_id, c + 1), c + 1);
		course.run({
			...aCourse,
			category_id,
			description: 'Prepares for the national examinations.',
			duration: 12 + (c % 3) * 12,
			price: 500 + (c % 40) * 50,
		});
		const course_id = aCourse.id;
		const subjects = TOPICS.map((count, s) => {
			const aSubject = base(subjectNames[s] as string, s + 1);
			subject.run({ ...aSubject, course_id, published: flag(0.9), free: flag(0.2) });
			for (let t = 0; t < count; t++) {
				const aTopic = base(topicName(chance, ++topics), t + 1);
				topic.run({
					...aTopic,
					course_id,
					subject_id: aSubject.id,
					url: link(0.7, 'topics', aTopic.id),
					published: flag(0.8),
					free: flag(0.1),
				});
			}
			return aSubject;
		});
		for (let e = 0; e < EXAM_SETS; e++) {
			const year = 2026 - Math.floor(e / 2);
			const series = e % 2 === 0 ? 'November' : 'July';
			const aSet = base(`${year} ${series} Series`, e + 1);
			examSet.run({ ...aSet, course_id, year, published: flag(0.8) });
			for (let p = 0; p < PAPERS; p++) {
				const about = subjects[p % subjects.length] as (typeof subjects)[number];
				const aPaper = base(paperName(chance, about.name, p + 1, ++papers), p + 1);
				paper.run({
					...aPaper,
					course_id,
					exam_set_id: aSet.id,
					subject_id: about.id,
					url: link(0.8, 'papers', aPaper.id),
					published: flag(0.7),
					free: flag(0.1),
				});
			}
		}
	}
};

/**
 * Makes a data folder with 200 courses, 1,600 subjects, 20,000 topics, 2,000 exam sets and 20,000 past papers, on the
 * schema of the server's migrations. The rows are the same on every run.
 */
export const makeCatalogue = async (dataDir: string) => {
	mkdirSync(dataDir, { recursive: true });
	await (await openSqlite(dataDir)).close();
	const db = new Sqlite(getSqlitePath(dataDir));
	db.pragma('foreign_keys = ON');
	db.transaction(fill)(db);
	const broken = db.pragma('foreign_key_check') as unknown[];
	db.close();
	if (broken.length > 0) throw new Error('The catalogue has rows without their parents.');
	await (await openSqlite(dataDir)).close();
};
