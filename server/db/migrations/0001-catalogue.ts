import {
	type ColumnDefinitionBuilder,
	type CreateTableBuilder,
	type Kysely,
	type RawBuilder,
	sql,
} from 'kysely';
import type { Step } from './step.ts';

type Table = CreateTableBuilder<string, string>;
type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

const notNull: Column = (column) => column.notNull();

/** The courses and all that lies under them, files, and the first answers of creates. */
export const catalogue: Step = (engine) => {
	const sqlite = engine === 'sqlite';
	const instant: RawBuilder<unknown> = sqlite ? sql`text` : sql`timestamptz`;
	const boolean: RawBuilder<unknown> = sqlite ? sql`integer` : sql`boolean`;
	// Byte order, on both engines: ids and folded names sort the same everywhere.
	const key: RawBuilder<unknown> = sqlite ? sql`text` : sql`text collate "C"`;

	const flag = (name: string) => (table: Table) =>
		table.addColumn(name, boolean as never, (column) =>
			sqlite ? column.notNull().check(sql`${sql.ref(name)} in (0, 1)`) : column.notNull(),
		);

	/** A table of content: every row names its parents, so that a place is one condition. */
	const content = async (
		db: Kysely<unknown>,
		name: string,
		parents: readonly string[],
		columns: (table: Table) => Table,
	) => {
		let table = db.schema
			.createTable(name)
			.addColumn('id', key as never, (column) => column.primaryKey().notNull()) as Table;
		for (const parent of parents) table = table.addColumn(parent, key as never, notNull);
		table = columns(table)
			.addColumn('name', 'text', notNull)
			.addColumn('name_key', key as never, notNull)
			.addColumn('order_num', 'integer', (column) => column.notNull().check(sql`order_num >= 0`))
			.addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
			.addColumn('created_at', instant as never, notNull)
			.addColumn('updated_at', instant as never, notNull);
		if (sqlite) table = table.modifyEnd(sql`strict`);
		await table.execute();
		const place =
			parents.length > 0
				? [...parents, 'order_num', 'name_key', 'id']
				: ['order_num', 'name_key', 'id'];
		await db.schema.createIndex(`${name}_place`).on(name).columns(place).execute();
	};

	/** What a list across all courses sorts and filters by, found in the index alone. */
	const listed = async (
		db: Kysely<unknown>,
		name: string,
		filters: readonly string[],
		sorts: readonly string[],
	) => {
		for (const sort of sorts)
			await db.schema
				.createIndex(`${name}_by_${sort}`)
				.on(name)
				.columns([...new Set([sort, 'name_key', 'id', ...filters])])
				.execute();
		if (!sqlite)
			await sql`create index ${sql.ref(`${name}_search`)} on ${sql.table(name)} using gin (name_key gin_trgm_ops)`.execute(
				db,
			);
	};

	/** Which rows link to a file; a link may be longer than an entry of PostgreSQL's ordered index. */
	const linked = (db: Kysely<unknown>, name: string) => {
		const index = db.schema.createIndex(`${name}_url`).on(name).column('url');
		return (sqlite ? index : index.using('hash')).execute();
	};

	const usual = ['name_key', 'order_num', 'created_at', 'updated_at'];

	return {
		up: async (db) => {
			if (!sqlite) await sql`create extension if not exists pg_trgm`.execute(db);

			await content(db, 'courses', [], (table) =>
				table
					.addColumn('description', 'text')
					.addColumn('duration', 'integer')
					.addColumn('price', 'integer')
					.addColumn('category_id', 'text', notNull),
			);

			await content(db, 'subjects', ['course_id'], (table) =>
				flag('free')(flag('published')(table))
					.addForeignKeyConstraint(
						'subjects_course',
						['course_id'] as never,
						'courses',
						['id'],
						(fk) => fk.onDelete('cascade'),
					)
					.addUniqueConstraint('subjects_in_course', ['course_id', 'id'] as never),
			);
			await listed(db, 'subjects', ['published', 'free'], usual);

			await content(db, 'topics', ['course_id', 'subject_id'], (table) =>
				flag('free')(flag('published')(table.addColumn('url', 'text'))).addForeignKeyConstraint(
					'topics_subject',
					['course_id', 'subject_id'] as never,
					'subjects',
					['course_id', 'id'],
					(fk) => fk.onDelete('cascade'),
				),
			);
			await listed(db, 'topics', ['published', 'free'], usual);
			await linked(db, 'topics');

			await content(db, 'exam_sets', ['course_id'], (table) =>
				flag('published')(table.addColumn('year', 'integer', notNull))
					.addForeignKeyConstraint(
						'exam_sets_course',
						['course_id'] as never,
						'courses',
						['id'],
						(fk) => fk.onDelete('cascade'),
					)
					.addUniqueConstraint('exam_sets_in_course', ['course_id', 'id'] as never),
			);
			await listed(db, 'exam_sets', ['published'], [...usual, 'year']);

			await content(db, 'past_papers', ['course_id', 'exam_set_id'], (table) =>
				flag('free')(
					flag('published')(table.addColumn('subject_id', key as never).addColumn('url', 'text')),
				)
					.addForeignKeyConstraint(
						'past_papers_exam_set',
						['course_id', 'exam_set_id'] as never,
						'exam_sets',
						['course_id', 'id'],
						(fk) => fk.onDelete('cascade'),
					)
					// Checked at the commit: a course that goes takes its subjects and its papers in any order.
					.addForeignKeyConstraint(
						'past_papers_subject',
						['course_id', 'subject_id'] as never,
						'subjects',
						['course_id', 'id'],
						(fk) => fk.deferrable().initiallyDeferred(),
					),
			);
			await listed(db, 'past_papers', ['published', 'free'], usual);
			await db.schema
				.createIndex('past_papers_subject')
				.on('past_papers')
				.columns(['subject_id', 'course_id'])
				.execute();
			await linked(db, 'past_papers');

			let files = db.schema
				.createTable('files')
				.addColumn('key', key as never, (column) => column.primaryKey().notNull())
				.addColumn('sha256', key as never, notNull)
				.addColumn('name', 'text', notNull)
				.addColumn('ext', 'text', notNull)
				.addColumn('size', 'integer', notNull)
				.addColumn('uploaded_at', instant as never, notNull);
			if (sqlite) files = files.modifyEnd(sql`strict`);
			await files.execute();
			await db.schema.createIndex('files_sha256').on('files').column('sha256').execute();
			await db.schema.createIndex('files_uploaded_at').on('files').column('uploaded_at').execute();

			let answers = db.schema
				.createTable('idempotency_keys')
				.addColumn('actor', key as never, notNull)
				.addColumn('key', key as never, notNull)
				.addColumn('request_hash', 'text', notNull)
				.addColumn('status', 'integer', notNull)
				.addColumn('etag', 'text')
				.addColumn('body', 'text', notNull)
				.addColumn('created_at', instant as never, notNull)
				.addPrimaryKeyConstraint('idempotency_keys_key', ['actor', 'key']);
			if (sqlite) answers = answers.modifyEnd(sql`strict`);
			await answers.execute();
			await db.schema
				.createIndex('idempotency_keys_age')
				.on('idempotency_keys')
				.column('created_at')
				.execute();
		},
	};
};
