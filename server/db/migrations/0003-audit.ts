import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Step } from './step.ts';

/** What each finds is in the order of the ids; what stands behind them is looked at without the row. */
const INDEXES = [
	['item_id', 'id'],
	['item_kind', 'action', 'id'],
	['actor', 'action', 'id', 'item_kind'],
];

/** What was done, by whom: append-only, in chains whose last rows are kept apart. */
export const audit: Step = (engine) => {
	const sqlite = engine === 'sqlite';
	const instant: RawBuilder<unknown> = sqlite ? sql`text` : sql`timestamptz`;
	const key: RawBuilder<unknown> = sqlite ? sql`text` : sql`text collate "C"`;

	const make = (table: CreateTableBuilder<string, string>) =>
		// Whole rows in the order of their ids: one page less to write than with row ids beside them.
		(sqlite ? table.modifyEnd(sql`strict, without rowid`) : table).execute();

	/** A row follows the last one of its chain, and is the last one from then on. */
	const guardSqlite = async (db: Kysely<unknown>) => {
		await sql`create trigger audit_log_follows before insert on audit_log
			when new.seq <> 1 + coalesce((select seq from audit_heads where chain = new.chain), 0)
			begin select raise(abort, 'append-only'); end`.execute(db);
		await sql`create trigger audit_log_head after insert on audit_log begin
			insert into audit_heads (chain, seq, hash) values (new.chain, new.seq, new.hash)
			on conflict (chain) do update set seq = excluded.seq, hash = excluded.hash;
			end`.execute(db);
		for (const [table, action] of [
			['audit_log', 'update'],
			['audit_log', 'delete'],
			['audit_heads', 'delete'],
		] as const)
			await sql`create trigger ${sql.ref(`${table}_no_${action}`)} before ${sql.raw(action)} on ${sql.table(table)}
				begin select raise(abort, 'append-only'); end`.execute(db);
		await sql`create trigger audit_heads_forward before update on audit_heads
			when new.chain <> old.chain or new.seq <> old.seq + 1
			begin select raise(abort, 'append-only'); end`.execute(db);
	};

	const guardPostgres = async (db: Kysely<unknown>) => {
		await sql`create function audit_log_follow() returns trigger language plpgsql as $$
			begin
				if new.seq = 1 then
					insert into audit_heads (chain, seq, hash) values (new.chain, 1, new.hash);
				else
					update audit_heads set seq = new.seq, hash = new.hash
						where chain = new.chain and seq = new.seq - 1;
					if not found then
						raise exception 'append-only';
					end if;
				end if;
				return new;
			end $$`.execute(db);
		await sql`create trigger audit_log_follows before insert on audit_log
			for each row execute function audit_log_follow()`.execute(db);
		await sql`create trigger audit_log_append_only before update or delete or truncate on audit_log
			execute function refuse_change()`.execute(db);
		await sql`create trigger audit_heads_append_only before delete or truncate on audit_heads
			execute function refuse_change()`.execute(db);
		await sql`create trigger audit_heads_forward before update on audit_heads for each row
			when (new.chain <> old.chain or new.seq <> old.seq + 1)
			execute function refuse_change()`.execute(db);
	};

	return {
		up: async (db) => {
			await make(
				db.schema
					.createTable('audit_log')
					.addColumn('id', key as never, (column) => column.primaryKey().notNull())
					.addColumn('chain', key as never, (column) => column.notNull())
					.addColumn('seq', 'integer', (column) => column.notNull())
					.addColumn('at', instant as never, (column) => column.notNull())
					.addColumn('action', key as never, (column) => column.notNull())
					.addColumn('actor', key as never, (column) => column.notNull())
					.addColumn('actor_name', 'text', (column) => column.notNull())
					.addColumn('actor_role', 'text')
					.addColumn('address', 'text')
					.addColumn('request_id', 'text')
					.addColumn('item_kind', key as never, (column) => column.notNull())
					.addColumn('item_id', key as never)
					.addColumn('item_name', 'text')
					.addColumn('parents', 'text')
					.addColumn('before', 'text')
					.addColumn('after', 'text')
					.addColumn('details', 'text')
					.addColumn('hash', 'text', (column) => column.notNull()) as CreateTableBuilder<
					string,
					string
				>,
			);
			for (const columns of INDEXES)
				await db.schema
					.createIndex(`audit_log_${columns.join('_')}`)
					.on('audit_log')
					.columns(columns)
					.execute();
			await make(
				db.schema
					.createTable('audit_heads')
					.addColumn('chain', key as never, (column) => column.primaryKey().notNull())
					.addColumn('seq', 'integer', (column) => column.notNull())
					.addColumn('hash', 'text', (column) => column.notNull()) as CreateTableBuilder<
					string,
					string
				>,
			);
			await (sqlite ? guardSqlite(db) : guardPostgres(db));
		},
	};
};
