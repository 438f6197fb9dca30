import {
	type ColumnDefinitionBuilder,
	type CreateTableBuilder,
	type Kysely,
	type RawBuilder,
	sql,
} from 'kysely';
import type { Step } from './step.ts';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

const notNull: Column = (column) => column.notNull();

/** Payments, everything that was ever heard or asked about them, and the figures kept of them. */
export const payments: Step = (engine) => {
	const sqlite = engine === 'sqlite';
	const instant: RawBuilder<unknown> = sqlite ? sql`text` : sql`timestamptz`;
	const key: RawBuilder<unknown> = sqlite ? sql`text` : sql`text collate "C"`;
	const bytes: RawBuilder<unknown> = sqlite ? sql`blob` : sql`bytea`;
	const big: RawBuilder<unknown> = sqlite ? sql`integer` : sql`bigint`;

	const numbered = (table: CreateTableBuilder<string, string>) =>
		sqlite
			? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
			: table.addColumn('id', 'bigint', (column) =>
					column.primaryKey().generatedAlwaysAsIdentity(),
				);

	const make = (table: CreateTableBuilder<string, string>) =>
		(sqlite ? table.modifyEnd(sql`strict`) : table).execute();

	/** Nobody changes or removes a row of this table, not even we. */
	const appendOnly = async (db: Kysely<unknown>, table: string) => {
		if (!sqlite)
			return void (await sql`create trigger ${sql.ref(`${table}_append_only`)}
				before update or delete or truncate on ${sql.table(table)} execute function refuse_change()`.execute(
				db,
			));
		for (const action of ['update', 'delete'])
			await sql`create trigger ${sql.ref(`${table}_no_${action}`)} before ${sql.raw(action)} on ${sql.table(table)}
				begin select raise(abort, 'append-only'); end`.execute(db);
	};

	const searchIndex = async (db: Kysely<unknown>) => {
		if (!sqlite) {
			await sql`alter table payments add column search_text text generated always as
				(lower((coalesce(receipt, '') || E'\n' || coalesce(phone, '') || E'\n' ||
				coalesce(checkout_request_id, '') || E'\n' || coalesce(merchant_request_id, '')) collate "C")) stored`.execute(
				db,
			);
			await sql`create index payments_search on payments using gin (search_text gin_trgm_ops)`.execute(
				db,
			);
			return;
		}
		await sql`create virtual table payments_search using fts5
			(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(db);
		const add = sql`insert into payments_search (rowid, text) values (new.seq,
			lower(coalesce(new.receipt, '') || char(10) || coalesce(new.phone, '') || char(10) ||
			coalesce(new.checkout_request_id, '') || char(10) || coalesce(new.merchant_request_id, '')));`;
		const remove = sql`delete from payments_search where rowid = old.seq;`;
		await sql`create trigger payments_search_insert after insert on payments begin ${add} end`.execute(
			db,
		);
		await sql`create trigger payments_search_delete after delete on payments begin ${remove} end`.execute(
			db,
		);
		await sql`create trigger payments_search_update
			after update of receipt, phone, checkout_request_id, merchant_request_id on payments
			when new.receipt is not old.receipt or new.phone is not old.phone
				or new.checkout_request_id is not old.checkout_request_id
				or new.merchant_request_id is not old.merchant_request_id
			begin ${remove} ${add} end`.execute(db);
	};

	return {
		up: async (db) => {
			await make(
				db.schema
					.createTable('payments')
					// The order of the list in one number: its moment in milliseconds times 1,024, and a tie-breaker.
					.addColumn('seq', big as never, (column) => column.primaryKey().notNull())
					.addColumn('id', key as never, (column) => column.notNull().unique())
					.addColumn('origin', 'text', (column) =>
						column.notNull().check(sql`origin in ('stk', 'c2b', 'sample')`),
					)
					.addColumn('status', key as never, (column) =>
						column.notNull().check(sql`status in ('pending', 'completed', 'failed')`),
					)
					.addColumn('amount', 'integer', (column) => column.notNull().check(sql`amount > 0`))
					.addColumn('phone', key as never)
					.addColumn('receipt', key as never, (column) => column.unique())
					.addColumn('checkout_request_id', key as never, (column) => column.unique())
					.addColumn('merchant_request_id', key as never, (column) => column.unique())
					.addColumn('account_reference', 'text')
					.addColumn('description', 'text')
					.addColumn('months', 'integer')
					.addColumn('result_code', 'text')
					.addColumn('result_desc', 'text')
					.addColumn('paid_at', instant as never)
					.addColumn('start_date', 'text')
					.addColumn('end_date', 'text')
					.addColumn('requested_by', 'text')
					.addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
					.addColumn('updated_at', instant as never, notNull) as CreateTableBuilder<string, string>,
			);
			for (const columns of [
				['status', 'seq'],
				['phone', 'seq'],
			])
				await db.schema
					.createIndex(`payments_by_${columns[0]}`)
					.on('payments')
					.columns(columns)
					.execute();

			await make(
				numbered(db.schema.createTable('mpesa_messages') as CreateTableBuilder<string, string>)
					.addColumn('at', instant as never, notNull)
					.addColumn('kind', key as never, notNull)
					// The CheckoutRequestID or TransID that it speaks of.
					.addColumn('key', key as never)
					.addColumn('peer', 'text')
					.addColumn('trusted', 'integer', (column) =>
						column.notNull().check(sql`trusted in (0, 1)`),
					)
					.addColumn('http_status', 'integer')
					.addColumn('body', bytes as never, notNull) as CreateTableBuilder<string, string>,
			);
			await db.schema
				.createIndex('mpesa_messages_key')
				.on('mpesa_messages')
				.column('key')
				.where('key', 'is not', null)
				.execute();
			await db.schema.createIndex('mpesa_messages_at').on('mpesa_messages').column('at').execute();
			await db.schema
				.createIndex('mpesa_messages_kind')
				.on('mpesa_messages')
				.columns(['kind', 'id'])
				.execute();

			await make(
				db.schema
					.createTable('payment_queue')
					.addColumn('message_id', big as never, (column) =>
						column.primaryKey().notNull(),
					) as CreateTableBuilder<string, string>,
			);
			await make(
				numbered(db.schema.createTable('payment_outcomes') as CreateTableBuilder<string, string>)
					.addColumn('message_id', big as never, notNull)
					.addColumn('payment_id', key as never)
					.addColumn('outcome', key as never, notNull)
					.addColumn('at', instant as never, notNull) as CreateTableBuilder<string, string>,
			);
			for (const columns of [['message_id'], ['payment_id', 'outcome'], ['outcome', 'id']])
				await db.schema
					.createIndex(`payment_outcomes_by_${columns[0]}`)
					.on('payment_outcomes')
					.columns(columns)
					.execute();

			await make(
				numbered(db.schema.createTable('payment_events') as CreateTableBuilder<string, string>)
					.addColumn('payment_id', key as never, notNull)
					.addColumn('at', instant as never, notNull)
					.addColumn('from_status', 'text')
					.addColumn('to_status', 'text', notNull)
					.addColumn('cause', 'text', notNull)
					.addColumn('message_id', big as never)
					.addColumn('actor', 'text')
					.addColumn('note', 'text') as CreateTableBuilder<string, string>,
			);
			await db.schema
				.createIndex('payment_events_payment')
				.on('payment_events')
				.columns(['payment_id', 'id'])
				.execute();

			await make(
				db.schema
					.createTable('payment_checks')
					.addColumn('payment_id', key as never, (column) => column.primaryKey().notNull())
					.addColumn('due_at', instant as never, notNull)
					.addColumn('tries', 'integer', notNull) as CreateTableBuilder<string, string>,
			);
			await db.schema
				.createIndex('payment_checks_due')
				.on('payment_checks')
				.column('due_at')
				.execute();

			await make(
				db.schema
					.createTable('payment_counts')
					.addColumn('scope', 'integer', notNull)
					.addColumn('bucket', 'integer', notNull)
					.addColumn('label', key as never, notNull)
					.addColumn('slot', 'integer', notNull)
					.addColumn('n', big as never, notNull)
					.addColumn('amount', big as never, notNull)
					.addPrimaryKeyConstraint('payment_counts_key', [
						'scope',
						'bucket',
						'label',
						'slot',
					] as never) as CreateTableBuilder<string, string>,
			);

			await searchIndex(db);
			if (!sqlite)
				await sql`create function refuse_change() returns trigger language plpgsql as
					$$ begin raise exception 'append-only'; end $$`.execute(db);
			for (const table of ['mpesa_messages', 'payment_outcomes', 'payment_events'])
				await appendOnly(db, table);
		},
	};
};
