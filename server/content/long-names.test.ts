import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameKey } from '#shared/contract/fields.ts';
import type { Db } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { sqliteFile } from '../db/sqlite.ts';
import { kyselyOf } from '../db/sqlite-dialect.ts';
import { engines, makeTestApp, type TestApp } from '../test-app.ts';
import { folderOfTest } from '../test-folder.ts';
import { namesWith } from './name-ranks.ts';
import { rankNames } from './ranked-names.ts';

/** More than are few, and enough for pages that are found from the end. */
const ROWS = 5_600;
const AT = '2026-01-01T00:00:00.000Z';

const uuid = (group: number, at: number) =>
	`0190000${group}-0000-7000-8000-${at.toString(16).padStart(12, '0')}`;

const course = {
	id: uuid(1, 1),
	name: 'Plumbing',
	name_key: 'plumbing',
	order_num: 1,
	category_id: 'cat_artisan' as const,
	created_at: AT,
	updated_at: AT,
};

/** Every name has "part" in it, every second "bolt", every seventh "valve", every hundredth "solder". */
const subjects = Array.from({ length: ROWS }, (_, at) => {
	const words = ['Part', String((at * 7919) % ROWS).padStart(4, '0')];
	if (at % 2 === 0) words.push('Bolt');
	if (at % 7 === 0) words.push('VALVE');
	if (at % 100 === 0) words.push('solder');
	const name = words.join(' ');
	return {
		id: uuid(2, at),
		course_id: course.id,
		name,
		name_key: nameKey(name),
		order_num: at % 13,
		published: at % 3 !== 0,
		free: at % 5 === 0,
		created_at: AT,
		updated_at: AT,
	};
});

const insertAll = async (db: Db) => {
	await db.insertInto('courses').values(course).execute();
	for (let at = 0; at < ROWS; at += 400)
		await db
			.insertInto('subjects')
			.values(subjects.slice(at, at + 400))
			.execute();
};

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

describe.each(engines)('a list of many names (%s)', (engine) => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestApp(engine);
		await site.database.write(insertAll);
	});
	afterAll(() => site.close());

	const ask = async (query: Record<string, string>) => {
		const { status, body } = await site.call('GET', `/subjects?${new URLSearchParams(query)}`);
		expect(status).toBe(200);
		return {
			total: body.data.total as number,
			ids: body.data.data.map(({ id }: { id: string }) => id) as string[],
		};
	};
	const expected = (search: string, sort: string, free?: boolean, published?: boolean) => {
		const column = sort.replace('-', '') === 'name' ? 'name_key' : 'order_num';
		const rows = subjects
			.filter(({ name_key }) => name_key.includes(search))
			.filter((row) => free === undefined || row.free === free)
			.filter((row) => published === undefined || row.published === published)
			.sort(
				(a, b) =>
					compare(a[column], b[column]) || compare(a.name_key, b.name_key) || compare(a.id, b.id),
			);
		return (sort.startsWith('-') ? rows.reverse() : rows).map(({ id }) => id);
	};

	it.each([
		['', 'name'],
		['part', '-name'],
		['part', 'order_num'],
		['rt', '-order_num'],
		['valve', 'name'],
		['solder', '-order_num'],
		['part 55', 'name'],
		['solder 1', 'name'],
	])(
		'that contain "%s", by %s, is the same on every page, from whichever end it is found',
		async (search, sort) => {
			const all = expected(search, sort);
			const last = Math.max(1, Math.ceil(all.length / 100));
			for (const page of new Set([1, 2, Math.ceil(last / 2), 51, 52, last - 1, last, last + 1])) {
				if (page < 1) continue;
				const found = await ask({ ...(search && { search }), sort, limit: '100', page: `${page}` });
				expect(found).toEqual({ total: all.length, ids: all.slice((page - 1) * 100, page * 100) });
			}
		},
	);

	it.each([
		['', true, undefined],
		['part', true, undefined],
		['bolt', true, undefined],
		['bolt', false, undefined],
		['bolt', undefined, false],
		['bolt', true, false],
		['rt', false, true],
		['so', false, undefined],
		['valve', true, undefined],
		['part 55', true, true],
	])(
		'that contain "%s", free: %s and published: %s, is whole as well, and as long as it says',
		async (search, free, published) => {
			const all = expected(search, 'name', free, published);
			const last = Math.max(1, Math.ceil(all.length / 100));
			const flags = {
				...(free !== undefined && { free: `${free}` }),
				...(published !== undefined && { published: `${published}` }),
			};
			for (const page of new Set([1, Math.ceil(last / 2), last])) {
				const query = { ...(search && { search }), ...flags, limit: '100', page: `${page}` };
				const found = await ask(query);
				expect(found).toEqual({ total: all.length, ids: all.slice((page - 1) * 100, page * 100) });
				expect(await ask({ ...query, course_id: course.id })).toEqual(found);
				const elsewhere = await ask({ ...query, course_id: uuid(1, 9) });
				expect(elsewhere).toEqual({ total: 0, ids: [] });
			}
		},
	);

	it('finds what is renamed by its new name only, and nothing that is gone', async () => {
		const made = await site.call('POST', '/courses', {
			name: 'Masonry',
			order_num: 2,
			category_id: 'cat_artisan',
		});
		const place = `/courses/${made.body.data.id}/subjects`;
		const { body } = await site.call('POST', place, { name: 'Gypsum boards' });
		const { id } = body.data;
		for (const search of ['GYPSUM', 'gy', 'y'])
			expect(await ask({ search })).toEqual({ total: 1, ids: [id] });
		await site.call('PUT', `${place}/${id}`, { name: 'Slate roofs' });
		for (const search of ['gypsum', 'gy', 'y']) expect((await ask({ search })).total).toBe(0);
		for (const search of ['late ro', 'ro', 'f'])
			expect(await ask({ search })).toEqual({ total: 1, ids: [id] });
		await site.call('DELETE', `/courses/${made.body.data.id}`);
		for (const search of ['late ro', 'ro', 'f']) expect((await ask({ search })).total).toBe(0);
	});
});

describe('the trigrams of names on SQLite', () => {
	const inFolder = async (work: (db: Sqlite.Database) => Promise<void>) => {
		const dataDir = folderOfTest();
		const db = new Sqlite(sqliteFile(dataDir));
		await work(db).finally(() => db.close());
	};
	const find = async (read: Db, text: string) => {
		const counts = { most: ROWS, counted: ROWS };
		const found = await rankNames(read, 'subjects', namesWith(read, text), counts);
		return new Set(found?.ids);
	};

	it('outlive a vacuum', () =>
		inFolder(async (file) => {
			const db = kyselyOf(file);
			await db.transaction().execute(async (trx) => {
				await migrate(trx);
				await insertAll(trx);
			});
			expect((await find(db, 'solder')).size).toBe(ROWS / 100);
			await db.deleteFrom('subjects').where('order_num', '<', 6).execute();
			await sql`vacuum`.execute(db);
			const left = subjects.filter((row) => row.order_num >= 6);
			const wanted = left.filter(({ name_key }) => name_key.includes('solder'));
			expect(await find(db, 'solder')).toEqual(new Set(wanted.map(({ id }) => id)));
		}));
});
