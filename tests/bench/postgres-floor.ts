/**
 * What any server on PostgreSQL pays on this machine: a bare `node:http` server that reads and writes the
 * topics of one catalogue with a pool of ten, and nothing else. Not the real one's bytes: it is compared
 * with itself, two of it with one. Started like the server, with PORT and DATABASE_URL.
 */
import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL as string, max: 10 });

const FIRST_PAGE = `select topics.*, courses.name as course_name, subjects.name as subject_name
	from (select id from topics order by name_key, id limit 25) page
	join topics on topics.id = page.id
	join subjects on subjects.id = topics.subject_id
	join courses on courses.id = topics.course_id
	order by topics.name_key, topics.id`;
const PLACE = 'select * from topics where course_id = $1 and subject_id = $2';
const INSERT = `insert into topics
	(id, course_id, subject_id, name, name_key, order_num, published, free, created_at, updated_at)
	values ($3, $1, $2, $4, lower($4),
		(select coalesce(max(order_num), 0) + 1 from topics where course_id = $1 and subject_id = $2),
		true, false, now(), now())
	returning *`;

const create = async (place: string[], { name }: { name: string }) => {
	const client = await pool.connect();
	try {
		await client.query('begin');
		const { rows } = await client.query(INSERT, [...place, randomUUIDv7(), name]);
		await client.query('commit');
		return rows;
	} finally {
		client.release();
	}
};

const rowsOf = async (path: string) => {
	const [, , kind, course = '', , parent = '', , id] = path.split('/');
	if (kind === 'topics') return (await pool.query(FIRST_PAGE)).rows;
	if (id) return (await pool.query(`${PLACE} and id = $3`, [course, parent, id])).rows;
	return (await pool.query(`${PLACE} order by order_num, name_key, id`, [course, parent])).rows;
};

createServer(async (request, response) => {
	const path = (request.url ?? '').split('?')[0] as string;
	const [, , , course = '', , parent = ''] = path.split('/');
	const data =
		request.method === 'POST'
			? await create([course, parent], JSON.parse(await text(request)))
			: await rowsOf(path);
	const body = Buffer.from(JSON.stringify({ success: true, data }));
	response.writeHead(request.method === 'POST' ? 201 : 200, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': body.length,
	});
	response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('The floor is ready.'));

process.once('SIGTERM', () => process.exit(0));
