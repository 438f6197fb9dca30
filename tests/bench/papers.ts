/** The search in the text of papers on PostgreSQL: `papers(…)`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../server/db/database.ts';
import { itemsWithText } from '../../server/features/insides/text/store.ts';
import { openDatabase } from '../../server/open-database.ts';
import { startPostgres } from '../postgres.ts';
import { type Figure, quantile } from './figures.ts';
import { pick, seeded } from './names.ts';
import { processorMs } from './reading.ts';

const PAGES_EACH = 4;
const WORDS_EACH = 150;
/** Words of papers; those that come later are in ever fewer of them. */
const COMMON =
	`motor voltage current circuit cable earth fuse relay switch load phase resistance transformer winding
	flux torque speed pressure pipe valve water cement sand mortar brick wall beam column load joint weld arc electrode
	gas steel explain state describe calculate draw label outline function purpose reason method advantage test tool
	material safety procedure workshop maintenance repair fault power factor energy heat temperature time cost`.split(
		/\s+/,
	);
const WORDS = 3_000;
const RARE = 20_000;

const FILL = (pages: number) => [
	`insert into courses (id, name, name_key, category_id, order_num, created_at, updated_at)
		values ('c', 'C', 'c', 'cat_diploma', 1, now(), now())`,
	`insert into exam_sets (id, course_id, name, name_key, year, order_num, published, created_at, updated_at)
		values ('e', 'c', 'E', 'e', 2024, 1, true, now(), now())`,
	`create temp table contents as select n, encode(sha256(n::text::bytea), 'hex') as hash
		from generate_series(1, ${pages / PAGES_EACH}) as n`,
	`insert into files (key, sha256, name, ext, size, uploaded_at) select hash, hash, n || '.pdf', 'pdf', 1, now() from contents`,
	`insert into past_papers (id, course_id, exam_set_id, name, name_key, url, order_num, published, free, created_at, updated_at)
		select hash, 'c', 'e', 'Paper ' || n, 'paper ' || n, '/files/' || hash || '.pdf', n, true, false, now(), now() from contents`,
	`insert into insides (sha256, ext, state, asked_at) select hash, 'pdf', 'read', now() from contents`,
	// Common words by Zipf's law, and a few that hardly any other page has.
	`insert into inside_pages (sha256, page, text)
		select hash, page, (
			select string_agg(case
				when rare < 0.04 then 'rare' || floor(rare * 25 * ${RARE})
				when rank < ${COMMON.length} then (array['${COMMON.join("','")}'])[1 + rank]
				else 'word' || rank end, ' ')
			from (
				select random() as rare, floor(${WORDS} * power(random(), 3))::int as rank
				from generate_series(1, ${WORDS_EACH}) where hash is not null and page is not null
			) as words)
		from contents, generate_series(1, ${PAGES_EACH}) as page`,
	'analyze',
];

/** What somebody types: a rare word, two words, three with a begun one, of all kinds. */
const anyText = (number: number) => {
	const chance = seeded(number);
	const rare = `rare${Math.floor(chance() * RARE)}`;
	const common = () => pick(chance, COMMON);
	return pick(chance, [
		rare,
		`${common()} ${common()}`,
		`${common()} ${rare}`,
		`${common()} ${common()} ${common().slice(0, 4)}`,
		`${rare.slice(0, 7)}`,
	]);
};

/** How often all pages were looked through, and how often the index was asked. */
const scansOf = async (db: Db) => {
	const { rows } = await sql<{ whole: number; byIndex: number }>`select
		(select seq_scan from pg_stat_user_tables where relname = 'inside_pages')::int as whole,
		(select idx_scan from pg_stat_user_indexes where indexrelname = 'inside_pages_search')::int as "byIndex"`.execute(
		db,
	);
	return rows[0] ?? { whole: 0, byIndex: 0 };
};

/** What tells the processor time so far of this process and of those of PostgreSQL that answer. */
const watchProcessor = async (db: Db) => {
	const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
		where backend_type in ('client backend', 'io worker')`.execute(db);
	return () =>
		[process, ...rows]
			.filter(({ pid }) => existsSync(`/proc/${pid}`))
			.reduce((sum, { pid }) => sum + processorMs(pid), 0);
};

/** How long a search takes over so many pages, and whether it goes by the index. */
export const papers = async (
	folder: string,
	{ pages, requests, say }: { pages: number; requests: number; say: (text: string) => void },
): Promise<Figure[]> => {
	const postgres = await startPostgres();
	const database = await openDatabase({
		dataDir: join(folder, 'papers'),
		databaseUrl: postgres.url,
	});
	try {
		say(`Making ${pages.toLocaleString('en')} pages on PostgreSQL …`);
		// The server's own connections end what takes so long.
		const client = new pg.Client({ connectionString: postgres.url });
		await client.connect();
		for (const statement of FILL(pages)) await client.query(statement);
		await client.end();
		say('Searching in papers …');
		const before = await scansOf(database.read);
		const times: { text: string; ms: number; spent: number; hits: number }[] = [];
		const spent = await watchProcessor(database.read);
		for (let number = 0; number < requests; number++) {
			const text = anyText(number);
			const [from, used] = [performance.now(), spent()];
			const { hits } = await itemsWithText(database.read, text, 5);
			const ms = performance.now() - from;
			times.push({ text, ms, spent: spent() - used, hits: hits.length });
		}
		// A connection tells what it has done when it has been idle for a moment.
		await pause(2_000);
		const after = await scansOf(database.read);
		const isByIndex = after.whole === before.whole && after.byIndex > before.byIndex;
		const of = (what: 'ms' | 'spent', share: number) =>
			quantile(
				times.map((time) => time[what]),
				share,
			);
		const slowest = times.toSorted((a, b) => b.ms - a.ms)[0];
		const found = times.filter(({ hits }) => hits > 0).length;
		const name = `a search in ${pages.toLocaleString('en')} pages on PostgreSQL`;
		return [
			{
				name: `${name}, p95`,
				measured: `${of('ms', 0.95).toFixed(0)} ms (${of('spent', 0.95).toFixed(0)} of the processor; median ${of('ms', 0.5).toFixed(0)}, slowest ${slowest?.ms.toFixed(0)}: ${slowest?.text}; ${found} of ${times.length} found something)`,
				value: of('ms', 0.95),
				unit: 'ms',
				target: { value: 100, better: 'less' },
			},
			{
				name: 'the same goes by the index',
				measured: isByIndex ? 'yes' : `no: ${after.whole - before.whole} times page after page`,
				value: Number(isByIndex),
				unit: '',
				target: { value: 1, better: 'more' },
			},
		];
	} finally {
		await database.close();
		await postgres.stop();
	}
};
