/**
 * The floor: what a machine can do at best. A bare `node:http` server in one process that answers
 * the same bytes as the real one from prepared statements, with the same settings of SQLite and
 * nothing else: no validation, no headers, no checks. Started like the server, with PORT and DATA_DIR.
 */
import { randomUUIDv7 } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import Sqlite from 'better-sqlite3';
import { folded, nameKey } from '#shared/contract/fields.ts';
import { sqliteFile } from '../../server/db/sqlite.ts';
import { ADMIN } from '../e2e/people.ts';
import { openSignIns, openUploads } from './floor-load.ts';

const dataDir = process.env.DATA_DIR as string;
const db = new Sqlite(sqliteFile(dataDir));
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
	db.pragma(pragma);

type Row = Record<string, string | number | null>;

const topic = (row: Row) => ({
	id: row.id,
	name: row.name,
	order_num: row.order_num,
	isPublished: row.published === 1,
	freeTopic: row.free === 1,
	topicUrl: row.url,
	subject_id: row.subject_id,
	created_at: row.created_at,
	updated_at: row.updated_at,
	version: row.version,
});

const topicInCourse = (row: Row) => ({
	...topic(row),
	course_id: row.course_id,
	course_name: row.course_name,
	subject_name: row.subject_name,
});

const subject = (row: Row) => ({
	id: row.id,
	name: row.name,
	order_num: row.order_num,
	published: row.published === 1,
	freeSubject: row.free === 1,
	course_id: row.course_id,
	stats: { topicCount: row.topics, paperCount: row.papers },
	created_at: row.created_at,
	updated_at: row.updated_at,
	version: row.version,
});

const topics = db.prepare<string[], Row>(
	'select * from topics where course_id = ? and subject_id = ? order by order_num, name_key, id',
);
const oneTopic = db.prepare<string[], Row>(
	'select * from topics where course_id = ? and subject_id = ? and id = ?',
);
const subjects = db.prepare<string[], Row>(
	`select *,
		(select count(*) from topics t where t.course_id = s.course_id and t.subject_id = s.id) as topics,
		(select count(*) from past_papers p where p.course_id = s.course_id and p.subject_id = s.id) as papers
	from subjects s where course_id = ? order by order_num, name_key, id`,
);
const nextOrder = db
	.prepare<string[], number>(
		'select coalesce(max(order_num), 0) + 1 from topics where course_id = ? and subject_id = ?',
	)
	.pluck();
const insert = db.prepare<Row>(
	`insert into topics (id, course_id, subject_id, name, name_key, order_num, published, free, created_at, updated_at)
	values (@id, @course_id, @subject_id, @name, @name_key, @order_num, @published, @free, @at, @at)`,
);

const create = db.transaction((course: string, parent: string, { name }: { name: string }) => {
	const id = randomUUIDv7();
	insert.run({
		id,
		course_id: course,
		subject_id: parent,
		name,
		name_key: nameKey(name),
		order_num: nextOrder.get(course, parent) as number,
		published: 1,
		free: 0,
		at: new Date().toISOString(),
	});
	return topic(oneTopic.get(course, parent, id) as Row);
});

const matching = (query: URLSearchParams) => {
	const terms: string[] = [];
	const values: string[] = [];
	for (const flag of ['published', 'free'])
		if (query.has(flag)) terms.push(`${flag} = ${query.get(flag) === 'true' ? 1 : 0}`);
	const course = query.get('course_id');
	if (course !== null) {
		terms.push('course_id = ?');
		values.push(course);
	}
	const search = query.get('search');
	if (search) {
		terms.push("name_key like ? escape '\\'");
		values.push(`%${folded(search).replace(/[\\%_]/g, '\\$&')}%`);
	}
	return { where: terms.length > 0 ? `where ${terms.join(' and ')}` : '', values };
};

const statements = new Map<string, Sqlite.Statement<unknown[], Row>>();
const prepared = (text: string) => {
	const statement = statements.get(text) ?? db.prepare<unknown[], Row>(text);
	statements.set(text, statement);
	return statement;
};

const allTopics = (query: URLSearchParams) => {
	const { where, values } = matching(query);
	const sort = query.get('sort') ?? 'name';
	const by = sort.replace(/^-/, '').replace(/^name$/, 'name_key');
	const order = [...new Set([by, 'name_key', 'id'])]
		.map((column) => `topics.${column}${sort.startsWith('-') ? ' desc' : ''}`)
		.join(', ');
	const limit = Number(query.get('limit') ?? 25);
	const offset = (Number(query.get('page') ?? 1) - 1) * limit;
	const data = prepared(
		`select topics.*, courses.name as course_name, subjects.name as subject_name
		from (select id from topics ${where} order by ${order} limit ? offset ?) page
		join topics on topics.id = page.id
		join subjects on subjects.id = topics.subject_id
		join courses on courses.id = topics.course_id
		order by ${order}`,
	).all(...values, limit, offset);
	const total = prepared(`select count(*) as total from topics ${where}`).get(...values)?.total;
	return { data: data.map(topicInCourse), total };
};

const page = db.prepare<[number, number], Row>(
	'select * from payments order by seq desc limit ? offset ?',
);
const counted = db.prepare<[], number>('select coalesce(sum(n), 0) from payment_months').pluck();

const payment = (row: Row) => ({
	id: row.id,
	created_at: new Date(Math.floor(Number(row.seq) / 1024)).toISOString(),
	updated_at: row.updated_at,
	paid_at: row.paid_at,
	status: row.status,
	amount: row.amount,
	mpesa_receipt_number: row.receipt,
	phone_number: row.phone,
	checkout_request_id: row.checkout_request_id,
	merchant_request_id: row.merchant_request_id,
	result_code: row.result_code === null ? null : Number(row.result_code),
	result_desc: row.result_desc,
	start_date: row.start_date,
	end_date: row.end_date,
	account_reference: row.account_reference,
	payer_name: row.payer_name,
	description: row.description,
	months: row.months,
	assigned_reference: null,
	adjusted: 0,
	marks: [],
});

const payments = (query: URLSearchParams) => {
	const limit = Number(query.get('limit') ?? 10);
	const skip = (Number(query.get('page') ?? 1) - 1) * limit;
	return { data: page.all(limit, skip).map(payment), total: counted.get() };
};

const answer = (response: ServerResponse, data: unknown, status = 200) => {
	const body = Buffer.from(JSON.stringify({ success: true, data }));
	response.writeHead(status, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': body.length,
	});
	response.end(body);
};

const answerLater = (response: ServerResponse, data: Promise<unknown>, status: number) =>
	void data.then(
		(done) => answer(response, done, status),
		(error) => response.destroy(error),
	);

const signIn = openSignIns(db, ADMIN.password);
const upload = openUploads(dataDir);

createServer((request, response) => {
	const [path = '', query] = (request.url ?? '').split('?');
	const [, , kind, course = '', , parent = '', , id] = path.split('/');
	if (kind === 'topics') answer(response, allTopics(new URLSearchParams(query)));
	else if (kind === 'transactions') answer(response, payments(new URLSearchParams(query)));
	else if (kind === 'auth') answerLater(response, signIn(request), 200);
	else if (kind === 'upload') answerLater(response, upload(request), 201);
	else if (request.method === 'POST') {
		let body = '';
		request.on('data', (chunk) => {
			body += chunk;
		});
		request.on('end', () =>
			answer(response, create.immediate(course, parent, JSON.parse(body)), 201),
		);
	} else if (id) answer(response, topic(oneTopic.get(course, parent, id) as Row));
	else if (parent) answer(response, topics.all(course, parent).map(topic));
	else answer(response, subjects.all(course).map(subject));
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('The floor is ready.'));

process.once('SIGTERM', () => process.exit(0));
