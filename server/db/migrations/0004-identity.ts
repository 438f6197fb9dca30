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

/** People, their ways in and their sessions, keys for programs, links that work once. */
export const identity: Step = (engine) => {
	const sqlite = engine === 'sqlite';
	const instant: RawBuilder<unknown> = sqlite ? sql`text` : sql`timestamptz`;
	const boolean: RawBuilder<unknown> = sqlite ? sql`integer` : sql`boolean`;
	const key: RawBuilder<unknown> = sqlite ? sql`text` : sql`text collate "C"`;
	const big: RawBuilder<unknown> = sqlite ? sql`integer` : sql`bigint`;

	const start = (db: Kysely<unknown>, name: string) => db.schema.createTable(name) as Table;
	const withId = (db: Kysely<unknown>, name: string) =>
		start(db, name).addColumn('id', key as never, (column) => column.primaryKey().notNull());
	const make = (table: Table) => (sqlite ? table.modifyEnd(sql`strict`) : table).execute();
	const flag: Column = (column) =>
		sqlite ? column.notNull().defaultTo(0) : column.notNull().defaultTo(false);
	/** Whose it is; it goes with them. */
	const ofPerson: Column = (column) => column.notNull().references('people.id').onDelete('cascade');
	const index = (db: Kysely<unknown>, table: string, ...columns: string[]) =>
		db.schema.createIndex(`${table}_by_${columns[0]}`).on(table).columns(columns).execute();

	return {
		up: async (db) => {
			await make(
				withId(db, 'people')
					.addColumn('name', 'text', notNull)
					.addColumn('email', key as never, (column) => column.notNull().unique())
					.addColumn('email_verified', boolean as never, flag)
					.addColumn('image', 'text')
					.addColumn('role', key as never, (column) =>
						column.notNull().check(sql`role in ('admin', 'editor', 'finance', 'viewer')`),
					)
					.addColumn('joined_at', instant as never)
					.addColumn('disabled_at', instant as never)
					.addColumn('two_factor_enabled', boolean as never, flag)
					.addColumn('last_seen_at', instant as never)
					.addColumn('created_at', instant as never, notNull)
					.addColumn('updated_at', instant as never, notNull),
			);

			await make(
				withId(db, 'credentials')
					.addColumn('person_id', key as never, (column) => ofPerson(column).unique())
					.addColumn('provider_id', 'text', notNull)
					.addColumn('account_id', 'text', notNull)
					.addColumn('password', 'text')
					.addColumn('created_at', instant as never, notNull)
					.addColumn('updated_at', instant as never, notNull),
			);

			await make(
				withId(db, 'sessions')
					.addColumn('person_id', key as never, ofPerson)
					.addColumn('token_hash', key as never, (column) => column.notNull().unique())
					.addColumn('trusted_device', boolean as never, flag)
					.addColumn('ip_address', 'text')
					.addColumn('user_agent', 'text')
					.addColumn('created_at', instant as never, notNull)
					.addColumn('updated_at', instant as never, notNull)
					.addColumn('last_seen_at', instant as never, notNull)
					.addColumn('confirmed_at', instant as never, notNull)
					.addColumn('expires_at', instant as never, notNull),
			);
			await index(db, 'sessions', 'person_id');
			await index(db, 'sessions', 'expires_at');

			await make(
				withId(db, 'verifications')
					.addColumn('identifier', key as never, notNull)
					.addColumn('value', 'text', notNull)
					.addColumn('expires_at', instant as never, notNull)
					.addColumn('created_at', instant as never, notNull)
					.addColumn('updated_at', instant as never, notNull),
			);
			await index(db, 'verifications', 'identifier');

			await make(
				withId(db, 'second_factors')
					.addColumn('person_id', key as never, (column) => ofPerson(column).unique())
					.addColumn('secret', 'text', notNull)
					.addColumn('backup_codes', 'text', notNull)
					.addColumn('verified', boolean as never)
					.addColumn('failed_verification_count', 'integer')
					.addColumn('locked_until', instant as never),
			);

			await make(
				withId(db, 'api_keys')
					.addColumn('config_id', 'text', notNull)
					.addColumn('name', 'text')
					.addColumn('start', 'text')
					.addColumn('prefix', 'text')
					.addColumn('key', key as never, (column) => column.notNull().unique())
					.addColumn('reference_id', key as never, (column) =>
						column.notNull().references('people.id'),
					)
					.addColumn('enabled', boolean as never, flag)
					.addColumn('rate_limit_enabled', boolean as never, flag)
					.addColumn('rate_limit_time_window', big as never)
					.addColumn('rate_limit_max', 'integer')
					.addColumn('request_count', 'integer')
					.addColumn('remaining', 'integer')
					.addColumn('refill_interval', big as never)
					.addColumn('refill_amount', 'integer')
					.addColumn('last_refill_at', instant as never)
					.addColumn('last_request', instant as never)
					.addColumn('expires_at', instant as never)
					.addColumn('permissions', 'text')
					.addColumn('metadata', 'text')
					.addColumn('created_at', instant as never, notNull)
					.addColumn('updated_at', instant as never, notNull),
			);

			await make(
				start(db, 'links')
					.addColumn('token_hash', key as never, (column) => column.primaryKey().notNull())
					.addColumn('purpose', key as never, (column) =>
						column.notNull().check(sql`purpose in ('setup', 'invitation', 'reset')`),
					)
					.addColumn('person_id', key as never, (column) =>
						column.references('people.id').onDelete('cascade'),
					)
					.addColumn('created_at', instant as never, notNull)
					.addColumn('expires_at', instant as never, notNull)
					.addColumn('used_at', instant as never),
			);
			await index(db, 'links', 'person_id');

			await make(
				withId(db, 'attempts')
					.addColumn('subject', key as never, notNull)
					.addColumn('at', big as never, notNull),
			);
			await index(db, 'attempts', 'subject', 'at');
			await index(db, 'attempts', 'at');

			await make(
				start(db, 'spent_codes')
					.addColumn('person_id', key as never, ofPerson)
					.addColumn('code', key as never, notNull)
					.addColumn('at', instant as never, notNull)
					.addPrimaryKeyConstraint('spent_codes_key', ['person_id', 'code'] as never),
			);

			await make(
				start(db, 'settings')
					.addColumn('name', key as never, (column) => column.primaryKey().notNull())
					.addColumn('value', 'text', notNull),
			);
		},
	};
};
