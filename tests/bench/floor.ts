/**
 * A bare `node:http` server that answers the same bytes as the real one from prepared statements, with the same
 * settings of SQLite, but without validation, headers or checks. It starts like the real server.
 */
import { randomUUIDv7 } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Sqlite from 'better-sqlite3';
import { nameKey } from '#shared/contract/platform/fields.ts';
import { getSqlitePath } from '../../server/platform/db/sqlite.ts';

const db = new Sqlite(getSqlitePath(process.env.DATA_DIR as string));
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
	db.pragma(pragma);

type Row = Record<string, string | number | null>;

const topic = ({ published, free, url, course_id: _c, name_key: _n, ...row }: Row) => ({
	...row,
	isPublished: published === 1,
	freeTopic: free === 1,
	topicUrl: url,
});

const topics = db.prepare<string[], Row>(
	'select * from topics where course_id = ? and subject_id = ? order by order_num, name_key, id',
);
const oneTopic = db.prepare<string[], Row>(
	'select * from topics where course_id = ? and subject_id = ? and id = ?',
);
const nextOrder = db
	.prepare<string[], number>(
		'select coalesce(max(order_num), 0) + 1 from topics where course_id = ? and subject_id = ?',
	)
	.pluck();
const insert = db.prepare<Row>(
	`insert into topics (id, course_id, subject_id, name, name_key, order_num, published, free, created_at, updated_at)
	values (@id, @course_id, @subject_id, @name, @name_key, @order_num, 1, 0, @at, @at)`,
);
const create = db.transaction((course_id: string, subject_id: string, name: string) => {
	const id = randomUUIDv7();
	const order_num = nextOrder.get(course_id, subject_id) as number;
	const at = new Date().toISOString();
	insert.run({ id, course_id, subject_id, name, name_key: nameKey(name), order_num, at });
	return topic(oneTopic.get(course_id, subject_id, id) as Row);
});

const payments = db.prepare<number[], Row>(
	'select * from payments order by seq desc limit ? offset ?',
);
const total = db.prepare<[], number>('select count(*) from payments').pluck();

const answer = (response: ServerResponse, data: unknown, status = 200) => {
	const body = Buffer.from(JSON.stringify({ success: true, data }));
	response.writeHead(status, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': body.length,
	});
	response.end(body);
};

const server = createServer(async (request, response) => {
	const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
	const [, , kind, course = '', , subject = '', , id] = pathname.split('/');
	const [limit, page] = ['limit', 'page'].map((name) => Number(searchParams.get(name)));
	if (kind === 'transactions') {
		const shown = limit || 10;
		answer(response, { data: payments.all(shown, ((page || 1) - 1) * shown), total: total.get() });
	} else if (request.method === 'POST') {
		const { name } = JSON.parse(await text(request)) as { name: string };
		answer(response, create.immediate(course, subject, name), 201);
	} else if (id) answer(response, topic(oneTopic.get(course, subject, id) as Row));
	else answer(response, topics.all(course, subject).map(topic));
}).listen(Number(process.env.PORT), '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	console.log(`The bare server is ready: http://127.0.0.1:${port}/admin`);
});

process.once('SIGTERM', () => process.exit(0));
